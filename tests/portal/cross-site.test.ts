import { exports } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import {
	createApplicant,
	createApplication,
	createLocation,
	createOrganisation,
	createReferee,
	testDb,
} from "#tests/support/factories";
import { openBrowser, portalOrigin } from "#tests/support/portal-browser";
import { textOf } from "#tests/support/portal-page";
import { createStaff, password, sessionsOf, signedInBrowser } from "#tests/support/portal-session";
import { applicants, letters } from "#worker/database/schema/applicants";
import { sessions } from "#worker/database/schema/auth";
import { formDrafts, submissions } from "#worker/database/schema/forms";
import { notifications, outboxMails, tasks } from "#worker/database/schema/records";
import { templates } from "#worker/database/schema/workflows";

const openFixture = async () => {
	const organisation = await createOrganisation();
	const application = await createApplication(organisation.id);
	const applicant = await createApplicant(application);
	const staff = await createStaff({ organisationId: organisation.id });
	const notification = {
		organisationId: organisation.id,
		userId: staff.id,
		id: "notice-1",
		type: "BACKGROUND_TASK" as const,
		message: JSON.stringify({ type: "EXPORT_CANDIATE", status: "STARTED" }),
		createdAt: Date.now(),
	};
	await testDb().insert(notifications).values(notification);
	const [location, referee] = [await createLocation(organisation.id), await createReferee(applicant)];
	const letter = { organisationId: organisation.id, id: "a-letter", name: "Letter", type: "document" as const };
	await testDb()
		.insert(templates)
		.values({ ...letter, content: "<p>Dear</p>", createdAt: 1, updatedAt: 1 });
	return {
		orgName: organisation.id,
		application,
		applicant,
		location,
		referee,
		staff,
		...(await signedInBrowser(staff)),
	};
};
let fixture: Awaited<ReturnType<typeof openFixture>>;
beforeAll(async () => {
	fixture = await openFixture();
});

/** Returns everything that a form of the portal could change. */
const everything = async () => ({
	applicants: await testDb().select().from(applicants),
	notifications: await testDb().select().from(notifications),
	sessions: await testDb().select().from(sessions).where(eq(sessions.userId, fixture.staff.id)),
	mails: await testDb().select().from(outboxMails),
	answers: await testDb().select().from(submissions),
	drafts: await testDb().select().from(formDrafts),
	letters: await testDb().select().from(letters),
	tasks: await testDb().select().from(tasks),
});

const move = () => ({ stageId: fixture.application.steps[1]?.id ?? "", reason: "Meets the requirements" });
const course = () => ({ courseId: fixture.application.courses[1]?.id ?? "" });
const signedInForms: readonly [path: string, fields: () => Record<string, string>][] = [
	["/applicants/:id/stage", move],
	["/applicants/stage", () => ({ ...move(), id: fixture.applicant.id })],
	["/applicants/:id/course", course],
	["/applicants/:id/posting", () => ({ locationId: fixture.location.id })],
	["/applicants/:id/reviewer", () => ({ reviewerId: fixture.staff.id })],
	["/applicants/reviewer", () => ({ reviewerId: fixture.staff.id, id: fixture.applicant.id })],
	["/applicants/course", () => ({ ...course(), id: fixture.applicant.id })],
	["/applicants/posting", () => ({ locationId: fixture.location.id, id: fixture.applicant.id })],
	["/applicants/forms", () => ({ as: "pdf", id: fixture.applicant.id })],
	["/applicants/:id/letter/new", () => ({ templateId: "a-letter" })],
	["/applicants/:id/referees", () => ({ referee: fixture.referee.id })],
	["/applicants/:id/edit?section=personal", () => ({ surname: "Eze", "~do": "next" })],
	["/notices", () => ({ intent: "read", id: "notice-1" })],
	["/notices", () => ({ intent: "read-all" })],
	["/notices", () => ({ intent: "seen" })],
	["/notices", () => ({ intent: "delete", id: "notice-1" })],
	["/socket-ticket", () => ({})],
	["/logout", () => ({})],
];
const publicForms: readonly [path: string, fields: () => Record<string, string>][] = [
	["", () => ({ username: fixture.staff.email, password })],
	["/forgot-password", () => ({ username: fixture.staff.email })],
	["/reset-request", () => ({ password: "Another 9 horse!", confirmPassword: "Another 9 horse!" })],
	["/confirm", () => ({})],
	["/auth", () => ({})],
	["/preferences", () => ({ theme: "dark" })],
];
const at = (path: string) => `/${fixture.orgName}${path.replace(":id", fixture.applicant.id)}`;

test.each(signedInForms)("refuses %s without the page's token, and changes nothing", async (path, fields) => {
	const before = await everything();
	for (const csrf of [[], [""], ["wrong"], [crypto.randomUUID()]]) {
		const response = await fixture.browser.post(at(path), { ...fields(), csrf });
		expect(response.status).toBe(403);
	}
	expect(await everything()).toEqual(before);
});

test.each(signedInForms)("refuses %s with another session's token, and changes nothing", async (path, fields) => {
	const others = await signedInBrowser(await createStaff({ organisationId: fixture.orgName }));
	const before = await everything();
	expect((await fixture.browser.post(at(path), { ...fields(), csrf: others.csrf })).status).toBe(403);
	expect(await everything()).toEqual(before);
});

test.each([...signedInForms, ...publicForms])(
	"refuses %s sent by another site, and changes nothing",
	async (path, fields) => {
		const before = await everything();
		const foreign: Record<string, string>[] = [
			{ origin: "https://elsewhere.example" },
			{ "sec-fetch-site": "cross-site" },
			{ "sec-fetch-site": "same-site" },
			{ origin: "null", "sec-fetch-site": "cross-site" },
			{ origin: "https://portal.test.elsewhere.example" },
			{ origin: "http://portal.test" },
		];
		for (const headers of foreign) {
			const response = await fixture.browser.post(at(path), { ...fields(), csrf: fixture.csrf }, { headers });
			expect([response.status, response.headers.getSetCookie()], JSON.stringify(headers)).toEqual([403, []]);
		}
		expect(await everything()).toEqual(before);
	},
);

test.each([...signedInForms, ...publicForms])(
	"refuses %s from an origin that no browser sends",
	async (path, fields) => {
		const before = await everything();
		const request = new Request(new URL(at(path), portalOrigin), {
			method: "POST",
			body: new URLSearchParams({ ...fields(), csrf: fixture.csrf }),
		});
		expect((await exports.default.fetch(request)).status).toBe(403);
		expect(await everything()).toEqual(before);
	},
);

test("explains the refusal with a page for a form and with data for a script", async () => {
	const headers = { origin: "https://elsewhere.example" };
	const page = await fixture.browser.post(at("/notices"), {}, { headers });
	expect(page.headers.get("content-type")).toContain("text/html");
	expect(textOf(await page.text())).toMatch(/Access Denied.*This form was not sent from this site\./);
	const data = await fixture.browser.post(at("/notices"), {}, { headers: { ...headers, accept: "*/*" } });
	expect(await data.json()).toMatchObject({ code: "cross_site" });
});

test("redirects a form whose session has ended to the login page, or refuses it", async () => {
	const stranger = openBrowser();
	const before = await everything();
	for (const [path, fields] of signedInForms) {
		const response = await stranger.post(at(path), { ...fields(), csrf: fixture.csrf });
		expect([302, 403], path).toContain(response.status);
		if (response.status === 302) expect(response.headers.get("location"), path).toBe(`/${fixture.orgName}`);
	}
	expect(await everything()).toEqual(before);
});

test("carries out a form without JavaScript and without Sec-Fetch-Site", async () => {
	const response = await fixture.browser.post(
		at("/notices"),
		new URLSearchParams({ csrf: fixture.csrf, intent: "read", id: "notice-1" }),
		{ headers: { "sec-fetch-site": "none", "sec-fetch-mode": "navigate" } },
	);
	expect(response.status).toBe(302);
	const [row] = await testDb().select().from(notifications).where(eq(notifications.id, "notice-1"));
	expect(row?.read).toBe(true);
});

test("refuses a token after its session has ended", async () => {
	const { browser, csrf } = await signedInBrowser(fixture.staff);
	await browser.post(at("/logout"), { csrf });
	const { browser: later } = await signedInBrowser(fixture.staff);
	expect((await later.post(at("/notices"), { csrf, intent: "seen" })).status).toBe(403);
	expect((await sessionsOf(fixture.staff)).length).toBeGreaterThan(1);
});
