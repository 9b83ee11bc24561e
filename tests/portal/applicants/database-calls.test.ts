import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { createApplicant, createApplication, createOrganisation, testDb } from "#tests/support/factories";
import type { Browser } from "#tests/support/portal-browser";
import { createStaff, signedInBrowser } from "#tests/support/portal-session";
import { bindRole, openTwoPlaces, type TwoPlaces } from "#tests/support/two-places";
import { workflowSteps } from "#worker/database/schema/workflows";

let browser: Browser;
let institution: string;
let list: string;
let sheet: string;
let two: TwoPlaces;
let bound: Browser;

beforeAll(async () => {
	const organisation = await createOrganisation();
	institution = organisation.id;
	const application = await createApplication(institution);
	const applicant = await createApplicant(application);
	({ browser } = await signedInBrowser(await createStaff({ organisationId: organisation.id })));
	const search = `?application=${application.id}`;
	list = `/${organisation.id}/applicants${search}`;
	sheet = `/${organisation.id}/applicants/${applicant.id}${search}`;
	two = await openTwoPlaces();
	const { organisationId } = two;
	const officer = await createStaff({ organisationId });
	await bindRole({ organisationId, userId: officer.id, roleId: `role-${officer.id}` }, "science");
	bound = (await signedInBrowser(officer)).browser;
});
afterEach(() => vi.restoreAllMocks());

/** Opens a page a second time and counts what was sent to D1: calls, a batch as one, and their statements. */
const countsOf = async (path: string, browser: Browser) => {
	expect((await browser.get(path)).status).toBe(200);
	const database = Object.getPrototypeOf(env.DB);
	const statement = Object.getPrototypeOf(env.DB.prepare("SELECT 1"));
	const batch = vi.spyOn(database, "batch");
	const alone = (["all", "first", "raw"] as const).map((method) => vi.spyOn(statement, method));
	expect((await browser.get(path)).status).toBe(200);
	const single = alone.reduce((sum, { mock }) => sum + mock.calls.length, 0);
	const batched = batch.mock.calls.reduce((sum, [statements]) => sum + (statements as readonly unknown[]).length, 0);
	return { calls: batch.mock.calls.length + single, statements: batched + single };
};
const readsOf = async (path: string, browser: Browser) => (await countsOf(path, browser)).calls;

test("a list page reads everything by six statements in one batch, the session among it", async () => {
	expect(await countsOf(list, browser)).toEqual({ calls: 1, statements: 6 });
});

test("the sheet reads its form, its neighbours and its log in the same batch", async () => {
	expect(await readsOf(sheet, browser)).toBe(1);
});

test("nor does it need another call to say which stages a rule of the workflow keeps the applicant from", async () => {
	await testDb()
		.update(workflowSteps)
		.set({ requirements: ["paid"] })
		.where(eq(workflowSteps.organisationId, institution));
	expect(await readsOf(sheet, browser)).toBe(1);
});

const ofTwo = (path: string) => `/${two.organisationId}/applicants${path}?application=${two.application.id}`;

test("for a user of a place, a list adds the cheaper way to its rows, which takes their number", async () => {
	expect(await readsOf(ofTwo(""), bound)).toBe(2);
});

test("for a user of a place, the sheet adds the check that the applicant is there; and what changed since the last visit", async () => {
	expect(await readsOf(ofTwo(`/${two.inside.id}`), bound)).toBe(4);
});
