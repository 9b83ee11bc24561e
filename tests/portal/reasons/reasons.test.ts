import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { createApplicant, createApplication, createOrganisation, testDb } from "#tests/support/factories";
import { openForm } from "#tests/support/portal-form";
import { errorsOf, linkOf, optionsOf, textOf } from "#tests/support/portal-page";
import { createStaff, signedInBrowser } from "#tests/support/portal-session";
import { applicantLog } from "#worker/database/schema/applicants";
import { reasonCounts, reasons } from "#worker/database/schema/reasons";
import { events, tasks } from "#worker/database/schema/records";

const openFixture = async () => {
	const { id: organisationId } = await createOrganisation();
	const application = await createApplication(organisationId);
	const staff = await createStaff({ organisationId });
	const { browser } = await signedInBrowser(staff);
	return { organisationId, application, staff, browser, here: `/${organisationId}/reasons` };
};
let fixture: Awaited<ReturnType<typeof openFixture>>;
beforeAll(async () => {
	fixture = await openFixture();
});
const pageOf = async (path: string) => (await fixture.browser.get(path)).text();
const press = async (path: string, id: string, fields: Record<string, string>) => {
	const form = openForm(await pageOf(path), id);
	for (const [name, value] of Object.entries(fields)) form.set(name, value);
	return fixture.browser.post(path, form);
};
const kept = () => testDb().select().from(reasons).where(eq(reasons.organisationId, fixture.organisationId));
const insert = async (id: string, text: string, isPrivate = false) => {
	const { organisationId } = fixture;
	await testDb().insert(reasons).values({ organisationId, id, text, isPrivate, createdAt: 1, updatedAt: 1 });
};

test("adds, changes and deletes a reason, and confirms each in a toast", async () => {
	const { here } = fixture;
	expect(textOf(await pageOf(here))).toContain("No reasons yet");
	const added = await press(here, "add-reason", { text: "Catchment area", isPrivate: "on" });
	expect([added.status, added.headers.get("location")]).toEqual([302, here]);
	const page = await pageOf(here);
	expect(textOf(page)).toMatch(/was added .*Catchment area Staff only Applicants: 0/);
	expect(page.indexOf("was added"), "the toast comes before the page").toBeLessThan(page.indexOf("<main"));
	expect(page).toMatch(/<title[^>]*>“Catchment area” was added · Reasons · Matricula<\/title>/);
	const path = linkOf(page, "Catchment area") ?? "";
	const saved = await press(path, "reason", { text: "Catchment" });
	expect(saved.headers.get("location")).toBe(here);
	expect(await kept()).toMatchObject([{ text: "Catchment", isPrivate: true, active: true }]);
	expect(linkOf(await pageOf(path), "History")).toBe(`${path}/history`);
	expect(textOf(await pageOf(`${path}/history`))).toMatch(
		/History of “Catchment”.*changed it.*Reason before: Catchment area now: Catchment .*created it/,
	);
	expect(linkOf(await pageOf(path), "Delete reason")).toBe(`${path}/delete`);
	expect(textOf(await pageOf(`${path}/delete`))).toContain("Delete “Catchment”? It was not used for anybody");
	expect((await press(`${path}/delete`, "delete-reason", {})).headers.get("location")).toBe(here);
	expect(await kept()).toEqual([]);
	expect((await fixture.browser.get(path)).status).toBe(404);
});

test("shows what a colleague saved meanwhile beside what was typed, and replaces it when it is sent again", async () => {
	const path = `${fixture.here}/seen`;
	await insert("seen", "As it was");
	const form = openForm(await pageOf(path), "reason");
	form.set("text", "Mine");
	await press(path, "reason", { text: "Theirs", isPrivate: "on" });
	const refused = await fixture.browser.post(path, form);
	const page = await refused.text();
	expect([refused.status, textOf(page)]).toEqual([
		409,
		expect.stringMatching(/Saved by somebody else.*Reason ?Theirs.*Private ?Yes/),
	]);
	const again = openForm(page, "reason");
	expect(again.get("text")).toBe("Mine");
	expect((await fixture.browser.post(path, again)).status).toBe(302);
	expect((await kept()).find(({ id }) => id === "seen")).toMatchObject({ text: "Mine", isPrivate: false });
	await testDb().delete(reasons).where(eq(reasons.id, "seen"));
});

test("shows errors beside the text, and keeps what was typed", async () => {
	const { here } = fixture;
	await insert("twice", "Said before");
	const response = await press(here, "add-reason", { text: "said BEFORE", isPrivate: "on" });
	expect(response.status).toBe(409);
	const page = await response.text();
	expect(errorsOf(page, "text")).toContain("said BEFORE");
	const form = openForm(page, "add-reason");
	expect([form.get("text"), form.get("isPrivate")]).toEqual(["said BEFORE", "on"]);
	const empty = await press(here, "add-reason", { text: " " });
	expect([empty.status, errorsOf(await empty.text(), "text")]).toEqual([422, "Enter the reason"]);
	const { applicationId, stepId } = {
		applicationId: fixture.application.id,
		stepId: fixture.application.steps[0]?.id ?? "",
	};
	await testDb()
		.insert(reasonCounts)
		.values({ organisationId: fixture.organisationId, applicationId, stepId, reasonId: "twice", applicants: 3 });
	expect(textOf(await pageOf(`${here}/twice/delete`))).toContain("cannot be deleted: it was used for 3 applicants");
	const used = await press(`${here}/twice/delete`, "delete-reason", {});
	expect([used.status, textOf(await used.text())]).toEqual([409, expect.stringContaining("has been used")]);
	expect(textOf(await pageOf(here))).toMatch(
		new RegExp(`Said before ${fixture.application.title} Registration Applicants: 3`),
	);
});

test("without scripts starts a comment with the chosen reason, with or without further text", async () => {
	await insert("cut-off", "Below the cut-off");
	await insert("quota", "Quota is full", true);
	const ada = await createApplicant(fixture.application);
	const path = `/${fixture.organisationId}/applicants/${ada.id}/stage`;
	expect(optionsOf(await pageOf(path), "reasonId")).toEqual(
		expect.arrayContaining(["No reason", "Below the cut-off", "Quota is full (private)"]),
	);
	const [, second, third] = fixture.application.steps;
	const reasonOf = async () => {
		const rows = await testDb().select().from(applicantLog).where(eq(applicantLog.applicantId, ada.id));
		return rows.map(({ reason }) => reason);
	};
	const move = { stageId: second?.id ?? "", reasonId: "cut-off", reason: "" };
	expect((await press(path, "change-stage", move)).status).toBe(302);
	expect(await reasonOf()).toEqual(["Below the cut-off"]);
	const more = { stageId: third?.id ?? "", reasonId: "quota", reason: "See the minutes.", seen: third?.id ?? "" };
	expect((await press(path, "change-stage", more)).status).toBe(302);
	expect((await reasonOf()).sort()).toEqual(["Below the cut-off", "Quota is full\nSee the minutes."]);
	const changed = await testDb().select().from(events).where(eq(events.type, "applicants.stage_changed"));
	expect(changed.map(({ payload }) => payload)).toEqual([
		expect.objectContaining({ reasonId: "cut-off", isPrivate: false }),
		expect.objectContaining({ reasonId: "quota", isPrivate: true }),
	]);
	const summary = await pageOf(`/${fixture.organisationId}/candidate-info/${ada.publicId}`);
	expect(summary).not.toContain("Quota is full");
	const empty = await press(path, "change-stage", { stageId: second?.id ?? "", reasonId: "", reason: "" });
	expect(errorsOf(await empty.text(), "reason")).toBe("Enter a comment");
});

test("shows reasons to users who give them, without changes", async () => {
	const giver = await createStaff({ organisationId: fixture.organisationId, privileges: ["candidate:u"] });
	const { browser } = await signedInBrowser(giver);
	const page = await (await browser.get(fixture.here)).text();
	expect(textOf(page)).toContain("Said before");
	expect(page).not.toContain("Add a reason");
	const { browser: other } = await signedInBrowser(
		await createStaff({ organisationId: fixture.organisationId, privileges: ["course:r"] }),
	);
	expect((await other.get(fixture.here)).status).toBe(403);
});

test("shows a report, or emails it to staff only", async () => {
	const path = `/${fixture.organisationId}/applicants/report?application=${fixture.application.id}`;
	const stranger = await press(path, "report", { emails: "x@elsewhere.example", intent: "send" });
	expect([stranger.status, errorsOf(await stranger.text(), "emails")]).toEqual([
		422,
		"Not an address of your staff: x@elsewhere.example",
	]);
	for (const intent of ["send", "download"]) {
		const response = await press(path, "report", { intent });
		expect(response.headers.get("location")).toMatch(
			new RegExp(`^/${fixture.organisationId}/downloads/[\\w-]+\\?application=${fixture.application.id}$`),
		);
	}
	const started = await testDb().select().from(tasks).where(eq(tasks.createdBy, fixture.staff.id));
	expect(started.map(({ type, total }) => [type, total])).toEqual(
		expect.arrayContaining([
			["APPLICATION_REPORT", 2],
			["APPLICATION_REPORT", 1],
		]),
	);
});
