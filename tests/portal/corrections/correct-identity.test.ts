import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { createApplicant, createApplication, createOrganisation, testDb } from "#tests/support/factories";
import { errorsOf, formOf, textOf } from "#tests/support/portal-page";
import { createStaff, signedInBrowser } from "#tests/support/portal-session";
import { applicants } from "#worker/database/schema/applicants";

const openFixture = async () => {
	const { id: organisationId } = await createOrganisation();
	const application = await createApplication(organisationId);
	const applicant = await createApplicant(application, { firstName: "Stephen", middleName: null, lastName: "Nwafor" });
	const { browser } = await signedInBrowser(await createStaff({ organisationId }));
	const sheet = `/${organisationId}/applicants/${applicant.id}`;
	const page = async (path = sheet) => (await browser.get(path)).text();
	return { organisationId, application, applicant, browser, sheet, page };
};

test("corrects name and address from the sheet, and says so once", async () => {
	const { browser, sheet, page, applicant } = await openFixture();
	expect(await page()).toContain(`${sheet}/identity`);
	const form = formOf(await page(`${sheet}/identity`), "correct-identity");
	expect(form).toMatchObject({ firstName: "Stephen", lastName: "Nwafor", accountEmail: applicant.email });
	const sent = { ...form, lastName: "Nwafọ", accountEmail: "s@postbox.example", reason: "Mistyped" };
	const response = await browser.post(`${sheet}/identity?q=ada`, sent);
	expect([response.status, response.headers.get("location")]).toEqual([302, `${sheet}?q=ada`]);
	expect(textOf(await page())).toContain("The record is now of Stephen Nwafọ, s@postbox.example");
	const [row] = await testDb().select().from(applicants).where(eq(applicants.id, applicant.id));
	expect(row).toMatchObject({ lastName: "Nwafọ", email: "s@postbox.example", version: 2 });
});

test("shows an error beside its field, and both versions after a colleague's change, and keeps what was typed", async () => {
	const { browser, sheet, page, applicant } = await openFixture();
	const form = formOf(await page(`${sheet}/identity`), "correct-identity");
	const incomplete = await (
		await browser.post(`${sheet}/identity`, { ...form, firstName: "Steven", reason: "" })
	).text();
	expect(errorsOf(incomplete, "reason")).toBe("Enter the reason for the correction");
	expect(formOf(incomplete, "correct-identity")).toMatchObject({ firstName: "Steven" });
	await testDb().update(applicants).set({ version: 2, lastName: "Nwafọ" }).where(eq(applicants.id, applicant.id));
	const response = await browser.post(`${sheet}/identity`, { ...form, firstName: "Steven", reason: "Mistyped" });
	const stale = await response.text();
	expect(response.status).toBe(409);
	expect(textOf(stale)).toMatch(/Name Stephen Nwafọ Steven Nwafor/);
	expect(textOf(stale)).toContain("Apply mine on top");
	const again = await browser.post(`${sheet}/identity`, formOf(stale, "correct-identity"));
	expect(again.status).toBe(302);
});
