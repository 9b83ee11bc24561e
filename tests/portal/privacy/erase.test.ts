import { expect, test } from "vitest";
import { createApplicant, createApplication, createOrganisation, testDb } from "#tests/support/factories";
import { errorsOf, formOf, linkOf, textOf } from "#tests/support/portal-page";
import { createStaff, signedInBrowser } from "#tests/support/portal-session";
import { erasedApplicants } from "#worker/database/schema/privacy";
import { runs } from "#worker/database/schema/runs";

const openFixture = async () => {
	const { id: organisationId } = await createOrganisation();
	const application = await createApplication(organisationId, { title: "2026 Admission" });
	const applicant = await createApplicant(application);
	const { browser } = await signedInBrowser(await createStaff({ organisationId }));
	const pageOf = async (path: string) => (await browser.get(path)).text();
	const send = async (path: string, form: string, typed: Record<string, string> = {}) =>
		browser.post(path, { ...formOf(await pageOf(path), form), ...typed });
	return { organisationId, applicant, application, pageOf, send, home: `/${organisationId}` };
};

test("the sheet's menu leads to both, and the data to its download", async () => {
	const { home, applicant, pageOf, send } = await openFixture();
	const sheet = `${home}/applicants/${applicant.id}`;
	const page = await pageOf(sheet);
	expect(linkOf(page, "Download all data")).toBe(`${sheet}/data`);
	expect(linkOf(page, "Erase applicant")).toBe(`${sheet}/erase`);
	expect(textOf(await pageOf(`${sheet}/data`))).toContain("Everything that the institution holds about the applicant");
	const started = await send(`${sheet}/data`, "download-data");
	expect(started.status).toBe(302);
	expect(started.headers.get("location")).toMatch(/\/downloads\/[\w-]+\?back=applicants\//);
});

test("an applicant is erased after a reason and the word, and what was typed stays", async () => {
	const { home, applicant, pageOf, send } = await openFixture();
	const path = `${home}/applicants/${applicant.id}/erase`;
	expect(textOf(await pageOf(path))).toContain("It cannot be undone");
	const refused = await send(path, "erase-applicant", { reason: "Request of 12 May", confirm: "yes" });
	const again = await refused.text();
	expect([refused.status, errorsOf(again, "confirm")]).toEqual([422, "Type ERASE to confirm."]);
	expect(formOf(again, "erase-applicant")).toMatchObject({ reason: "Request of 12 May", confirm: "yes" });
	const empty = await send(path, "erase-applicant", { reason: " ", confirm: "ERASE" });
	expect([empty.status, errorsOf(await empty.text(), "reason")]).toEqual([422, "Enter the reason"]);
	const begun = await send(path, "erase-applicant", { reason: "Request of 12 May", confirm: "ERASE" });
	expect([begun.status, begun.headers.get("location")]).toEqual([302, `${home}/privacy`]);
	expect(textOf(await pageOf(`${home}/privacy`))).toContain("The applicant is being erased");
});

test("a selection is erased as shown", async () => {
	const { home, applicant, application, organisationId, pageOf, send } = await openFixture();
	const other = await createApplicant(application);
	const path = `${home}/applicants/erase?id=${applicant.id}&id=${other.id}`;
	expect(textOf(await pageOf(path))).toContain("2 applicants will be erased permanently.");
	const wrong = await send(path, "bulk-erase", { reason: "Too old", confirm: "erase" });
	const again = await wrong.text();
	expect([wrong.status, errorsOf(again, "confirm")]).toEqual([422, "Type ERASE to confirm."]);
	expect(formOf(again, "bulk-erase")).toMatchObject({ reason: "Too old", confirm: "erase" });
	const empty = await send(path, "bulk-erase", { reason: " ", confirm: "ERASE" });
	expect(errorsOf(await empty.text(), "reason")).toBe("Enter the reason");
	const begun = await send(path, "bulk-erase", { reason: "Too old", confirm: "ERASE" });
	expect([begun.status, begun.headers.get("location")]).toEqual([302, `${home}/privacy`]);
	const [run] = (await testDb().select().from(runs)).filter((one) => one.organisationId === organisationId);
	expect(run).toMatchObject({ kind: "erasure", input: { reason: "Too old" } });
});

test("the privacy screen says by number what was removed, or that nobody was erased", async () => {
	const { home, organisationId, application, pageOf } = await openFixture();
	expect(textOf(await pageOf(`${home}/privacy`))).toContain("Nobody was erased");
	const none = { logEntries: 0, changes: 0, letters: 0, referees: 0, identityKeys: 0, payments: 0, mergedRecords: 0 };
	await testDb()
		.insert(erasedApplicants)
		.values({
			organisationId,
			id: "gone",
			applicationNumber: "CU/26/1",
			applicationId: application.id,
			courseId: "c",
			stepId: "s",
			registeredAt: 1,
			removed: { ...none, answers: 1, documents: 3, emails: 2, files: 4 },
			files: [],
			reason: "Request of 12 May",
			runId: "r",
			erasedBy: "u",
			erasedByName: "Hauwa Bello",
			erasedAt: 1,
		});
	const text = textOf(await pageOf(`${home}/privacy`));
	for (const shown of ["CU/26/1", "2026 Admission", "1 form, 3 documents, 2 emails, 4 files in the store"])
		expect(text).toContain(shown);
	for (const shown of ["Request of 12 May", "Hauwa Bello", "Files leave the store within minutes"])
		expect(text).toContain(shown);
});
