import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { createApplicant, createApplication, createOrganisation, createUser, testDb } from "#tests/support/factories";
import { formOf, linkOf, textOf } from "#tests/support/portal-page";
import { createStaff, signedInBrowser } from "#tests/support/portal-session";
import { formatDateTime } from "#worker/contract/text/dates";
import { applicantLog, applicantViews } from "#worker/database/schema/applicants";
import { modificationEntries } from "#worker/database/schema/records";

const hour = 3_600_000;

const openFixture = async () => {
	const { id: organisationId } = await createOrganisation();
	const question = (fieldId: string, label: string) => ({
		id: `row-${fieldId}`,
		cols: [{ fieldId, type: "text", props: { label } }],
	});
	const layout = {
		sections: [
			{ id: "about", title: "About you", rows: [question("phone", "Phone number"), question("town", "Home town")] },
			{ id: "opinion", title: "Referee", refereeSectionType: "academic", rows: [question("view", "Opinion")] },
		],
	};
	const application = await createApplication(organisationId, { layout });
	const applicant = await createApplicant(application, { data: { phone: "0803", town: "Offa" } });
	const staff = await createStaff({ organisationId });
	const colleague = await createUser({ organisationId, firstName: "Musa", lastName: "Danladi" });
	const { browser } = await signedInBrowser(staff);
	return { organisationId, applicant, staff, colleague, browser, base: `/${organisationId}/applicants` };
};
let fixture: Awaited<ReturnType<typeof openFixture>>;
beforeEach(async () => {
	fixture = await openFixture();
});

const show = async (path = "") => (await fixture.browser.get(`${fixture.base}/${fixture.applicant.id}${path}`)).text();

const sawAt = (viewedAt: number) =>
	testDb().insert(applicantViews).values({
		organisationId: fixture.organisationId,
		userId: fixture.staff.id,
		applicantId: fixture.applicant.id,
		viewedAt,
	});

const change = async (
	field: string,
	[oldValue, newValue]: [string | null, string | null],
	more: { at?: number; by?: { id: string; email: string }; eventId?: string } = {},
) => {
	const { organisationId, applicant, colleague } = fixture;
	const { at = Date.now() - hour, by = colleague, eventId = "event-1" } = more;
	const text = (value: string | null) => (value === null ? null : JSON.stringify(value));
	await testDb()
		.insert(modificationEntries)
		.values({
			organisationId,
			id: crypto.randomUUID(),
			entity: "applicant",
			entityId: applicant.id,
			field,
			oldValue: text(oldValue),
			newValue: text(newValue),
			userId: by.id,
			username: by.email,
			eventId,
			createdAt: at,
		});
};

test("shows answers that others changed since the last visit beside the former ones", async () => {
	await sawAt(Date.now() - 2 * hour);
	await change("phone", ["0801", "0802"], { at: Date.now() - hour - 1 });
	await change("phone", ["0802", "0803"]);
	await change("prize", ["First prize", null]);
	await change("town", ["Ilorin", "Offa"], { at: Date.now() - 3 * hour });
	const text = textOf(await show());
	expect(text).toContain("2 answers changed");
	expect(text).toMatch(/Phone number changed 0803 was 0801 Musa Danladi · /);
	expect(text).toMatch(/Prize was First prize now --\/--/);
	expect(text).not.toContain("Ilorin");
	expect(text).toContain("Application Information changed since you were here");
});

test("says who changed the applicant and when, above the form and beside each change outside it", async () => {
	const { organisationId } = fixture;
	await sawAt(Date.now() - 72 * hour);
	// why so long ago: of today and yesterday the page says so, whatever the hour is.
	const at = Date.now() - 60 * hour;
	const when = formatDateTime(at);
	for (const field of ["location", "course", "stage", "reviewer", "firstName", "accountEmail"])
		await change(field, ["Old", "New"], { at });
	const only = textOf(await show());
	expect(only).toContain(`Details changed By Musa Danladi, ${when}, since you opened this applicant on `);
	for (const name of ["Posted to", "Course", "Stage", "Assigned to", "First name", "Email address"])
		expect(only).toContain(`${name} was Old now New Musa Danladi · ${when}`);
	const another = await createUser({ organisationId, firstName: "Hauwa", lastName: "Bello" });
	const last = at + hour;
	await change("phone", ["0802", "0803"], { by: another, at: last });
	expect(textOf(await show())).toContain(
		`1 answer changed By Hauwa Bello and Musa Danladi, last ${formatDateTime(last)}, since you`,
	);
});

test("marks what changed as read at the press of a button, and leads back to the same list", async () => {
	await sawAt(Date.now() - 2 * hour);
	await change("phone", ["0802", "0803"]);
	const html = await show("?q=ada");
	expect(textOf(html)).toContain("1 answer changed");
	const { csrf = "" } = formOf(html, "mark-read");
	const until = /name="until" value="(\d+)"/.exec(html)?.[1] ?? "";
	const path = `${fixture.base}/${fixture.applicant.id}?q=ada`;
	const response = await fixture.browser.post(path, { csrf, until });
	expect([response.status, response.headers.get("location")]).toEqual([302, path]);
	expect(textOf(await show("?q=ada"))).not.toMatch(/answer changed|Mark as read/);
});

test("does not mark the user's own, reverted or referees' changes", async () => {
	await sawAt(Date.now() - 2 * hour);
	await change("phone", ["0801", "0803"], { by: fixture.staff });
	await change("town", ["Offa", "Ilorin"], { at: Date.now() - hour - 1 });
	await change("town", ["Ilorin", "Offa"]);
	await change("view", ["Fine", "Poor"]);
	await change("duplicateFields", ["1", "2"]);
	const text = textOf(await show());
	expect(text).not.toMatch(/answers? changed|0801|Ilorin|Poor|uplicateF/);
});

test("marks nothing on a first visit", async () => {
	await change("phone", ["0801", "0803"]);
	expect(textOf(await show())).not.toMatch(/changed|0801/);
});

test("links an event of the log to its old and new answers, even after later changes", async () => {
	const { organisationId, applicant, staff } = fixture;
	await change("phone", ["0801", "0802"], { by: staff, eventId: "event-2" });
	await change("course", ["PHY Physics", "CHM Chemistry"], { by: staff, eventId: "event-2" });
	await testDb()
		.insert(applicantLog)
		.values({
			organisationId,
			applicantId: applicant.id,
			id: "log-2",
			eventId: "event-2",
			type: "DATA_UPDATE",
			reason: "1 answer changed",
			actorId: staff.id,
			reviewedBy: "Hauwa Bello",
			createdAt: Date.now() - hour,
		});
	const log = await show("/activity-log?q=ada");
	const link = linkOf(log, "Show what changed") ?? "";
	expect(link).toBe(`${fixture.base}/${applicant.id}?q=ada&change=event-2`);
	const html = await (await fixture.browser.get(link)).text();
	expect(textOf(html)).toMatch(/1 answer changed .*Phone number changed 0803 changed to 0802 was 0801/);
	expect(textOf(html)).toMatch(/Course was PHY Physics now CHM Chemistry/);
	expect(linkOf(html, "Show the whole form as it is")).toBe(`${fixture.base}/${applicant.id}?q=ada`);
});

test.each(["nothing", "a b", "%00", "x".repeat(200)])(
	"marks nothing for a change that does not exist: %s",
	async (id) => {
		const response = await fixture.browser.get(
			`${fixture.base}/${fixture.applicant.id}?change=${encodeURIComponent(id)}`,
		);
		expect(response.status).toBe(200);
		expect(textOf(await response.text())).not.toMatch(/answers? changed/);
	},
);

test("groups the events of a day under its date in the log", async () => {
	const { organisationId, applicant } = fixture;
	const add = (id: string, createdAt: number) =>
		testDb()
			.insert(applicantLog)
			.values({ organisationId, applicantId: applicant.id, id, type: "STAGE_CHANGE", stageName: id, createdAt });
	await add("Older", Date.UTC(2025, 10, 3, 9));
	await add("Old", Date.UTC(2025, 10, 3, 10));
	await add("New", Date.now());
	expect(textOf(await show("/activity-log"))).toMatch(
		/Today Moved to New .*November 3rd 2025 Moved to Old Applicant · 11:00 Moved to Older Applicant · 10:00/,
	);
});

test("marks a row that a colleague changed until the user opens the applicant", async () => {
	await sawAt(Date.now() - hour);
	const rowText = async () => textOf(await (await fixture.browser.get(fixture.base)).text());
	expect(await rowText()).not.toContain("changed since you were here");
	const { organisationId, applicant, colleague } = fixture;
	await testDb()
		.insert(applicantLog)
		.values({
			organisationId,
			applicantId: applicant.id,
			id: "log-3",
			type: "LETTER",
			reason: "A letter was made",
			actorId: colleague.id,
			createdAt: Date.now() - 10_000,
		});
	await env.DB.prepare("UPDATE applicants SET updated_at = ? WHERE id = ?")
		.bind(Date.now() - 10_000, fixture.applicant.id)
		.run();
	expect(await rowText()).toMatch(/Okafor changed since you were here/);
	await show();
	await expect.poll(rowText).not.toContain("changed since you were here");
});
