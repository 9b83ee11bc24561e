import { env } from "cloudflare:workers";
import { and, eq } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import { createApplicant, createApplication, createOrganisation, testDb } from "#tests/support/factories";
import { textOf } from "#tests/support/portal-page";
import { createStaff, signedInBrowser } from "#tests/support/portal-session";
import { applicants, applicantViews } from "#worker/database/schema/applicants";
import { roles, sessions, userRoles, users } from "#worker/database/schema/auth";
import { organisations } from "#worker/database/schema/organisations";

afterEach(() => vi.restoreAllMocks());

/** Opens a list and an applicant once, so that the isolate remembers the session. */
const openFixture = async () => {
	const organisation = await createOrganisation();
	const application = await createApplication(organisation.id);
	const [seen, unseen] = [await createApplicant(application), await createApplicant(application)];
	const staff = await createStaff({ organisationId: organisation.id });
	const { browser, csrf } = await signedInBrowser(staff);
	const list = `/${organisation.id}/applicants?application=${application.id}`;
	const recordOf = ({ id }: typeof seen) => `/${organisation.id}/applicants/${id}`;
	for (const path of [list, recordOf(seen)]) expect((await browser.get(path)).status).toBe(200);
	return { organisation, staff, browser, csrf, list, unseen, recordOf };
};
type Fixture = Awaited<ReturnType<typeof openFixture>>;

const viewsOf = ({ staff, unseen }: Fixture) =>
	testDb()
		.select()
		.from(applicantViews)
		.where(and(eq(applicantViews.userId, staff.id), eq(applicantViews.applicantId, unseen.id)));

test.each<[what: string, change: (fixture: Fixture) => Promise<unknown>]>([
	["the user is blocked", ({ staff }) => testDb().update(users).set({ blocked: true }).where(eq(users.id, staff.id))],
	[
		"the session is ended",
		({ staff }) => testDb().update(sessions).set({ endedAt: Date.now() }).where(eq(sessions.userId, staff.id)),
	],
	[
		"the session was idle",
		({ staff }) => testDb().update(sessions).set({ rotatedAt: 0, seenAt: 0 }).where(eq(sessions.userId, staff.id)),
	],
])("the next page leads to the login, shows nothing and records no view when %s", async (_, change) => {
	const fixture = await openFixture();
	await change(fixture);
	const response = await fixture.browser.get(fixture.recordOf(fixture.unseen));
	expect(response.status).toBe(302);
	expect(response.headers.get("location")).toMatch(new RegExp(`^/${fixture.organisation.id}\\?to=`));
	expect(await viewsOf(fixture)).toEqual([]);
});

test("the next page is Access Denied when the user's roles are taken away, and records no view", async () => {
	const fixture = await openFixture();
	const { staff, browser, list, recordOf, unseen } = fixture;
	await testDb().delete(userRoles).where(eq(userRoles.userId, staff.id));
	for (const path of [list, recordOf(unseen)]) {
		const response = await browser.get(path);
		expect(response.status).toBe(403);
		expect(textOf(await response.text())).not.toContain(unseen.lastName);
	}
	expect(await viewsOf(fixture)).toEqual([]);
});

test("a privilege that is given or taken changes the next page", async () => {
	const { organisation, browser, list } = await openFixture();
	const grant = (privileges: string[]) =>
		testDb().update(roles).set({ privileges }).where(eq(roles.organisationId, organisation.id));
	const reasons = `/${organisation.id}/reasons`;
	await grant(["candidate:r"]);
	expect((await browser.get(reasons)).status).toBe(403);
	expect((await browser.get(list)).status).toBe(200);
	await grant(["candidate:r", "templates:r"]);
	expect((await browser.get(reasons)).status).toBe(200);
});

test("the institution's settings are those of the moment", async () => {
	const { organisation, browser, list } = await openFixture();
	await testDb().update(organisations).set({ name: "Renamed College" }).where(eq(organisations.id, organisation.id));
	expect(textOf(await (await browser.get(list)).text())).toContain("Renamed College");
});

test("a form that is sent is never handled by what a session was", async () => {
	const { staff, browser, csrf, recordOf, unseen } = await openFixture();
	await testDb().update(users).set({ blocked: true }).where(eq(users.id, staff.id));
	const response = await browser.post(`${recordOf(unseen)}/stage`, { csrf, comment: "Welcome", stageId: "any" });
	expect(response.status).toBe(302);
	const [row] = await testDb().select().from(applicants).where(eq(applicants.id, unseen.id));
	expect(row?.stepId).toBe(unseen.stepId);
});

test("a page is answered with 503 while the database refuses to read the session", async () => {
	const { browser, list } = await openFixture();
	const refuse = () => Promise.reject(new Error("D1_ERROR: D1 DB is overloaded. Requests queued for too long."));
	vi.spyOn(Object.getPrototypeOf(env.DB), "batch").mockImplementation(refuse);
	for (const method of ["all", "first", "raw"] as const)
		vi.spyOn(Object.getPrototypeOf(env.DB.prepare("SELECT 1")), method).mockImplementation(refuse);
	const refused = await browser.get(list);
	expect([refused.status, refused.headers.get("retry-after")], "it says when to try again").toEqual([503, "3"]);
	vi.restoreAllMocks();
	expect((await browser.get(list)).status).toBe(200);
});
