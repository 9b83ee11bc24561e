import { beforeEach, expect, test } from "vitest";
import { createApplicant, createApplication, createOrganisation, testDb } from "#tests/support/factories";
import { buttonsOf, openForm } from "#tests/support/portal-form";
import { textOf } from "#tests/support/portal-page";
import { createStaff, signedInBrowser } from "#tests/support/portal-session";
import type { FormLayout } from "#worker/contract/forms/form-schema";
import type { Permission } from "#worker/contract/permissions";
import { applicantLog } from "#worker/database/schema/applicants";
import { sensitiveFields } from "#worker/database/schema/forms";

const layout: FormLayout = {
	sections: [
		{
			id: "personal",
			title: "Personal details",
			rows: ["Surname", "NIN", "Phone"].map((label) => ({
				id: `row-${label}`,
				cols: [{ fieldId: label.toLowerCase(), type: label === "Phone" ? "phone" : "text", props: { label } }],
			})),
		},
	],
};
const data = { surname: "Okafor", nin: "12345678901", phone: "0803 555 7777" };

const openFixture = async (privileges: readonly Permission[] = ["candidate:u"]) => {
	const { id: organisationId } = await createOrganisation();
	const application = await createApplication(organisationId, { layout });
	const applicant = await createApplicant(application, { data });
	for (const fieldId of ["nin", "phone"])
		await testDb().insert(sensitiveFields).values({ organisationId, formDesignId: application.formDesignId, fieldId });
	const { browser } = await signedInBrowser(await createStaff({ organisationId, privileges }));
	const sheet = `/${organisationId}/applicants/${applicant.id}`;
	const pageOf = async (path: string) => (await browser.get(path)).text();
	const logged = async () =>
		(await testDb().select().from(applicantLog)).filter((row) => row.applicantId === applicant.id);
	return { sheet, browser, pageOf, logged };
};
let fixture: Awaited<ReturnType<typeof openFixture>>;
beforeEach(async () => {
	fixture = await openFixture();
});
const clear = /12345678901|555 7777/;

test("no page has a sensitive answer before it is revealed: sheet, form on paper, wizard", async () => {
	const { sheet, pageOf } = fixture;
	for (const path of ["", "/print", "/edit?section=personal", "/reveal"]) {
		const page = await pageOf(sheet + path);
		expect([path, clear.test(page)]).toEqual([path, false]);
	}
	expect(textOf(await pageOf(sheet))).toContain("Masked ••••8901");
	expect(textOf(await pageOf(`${sheet}/print`))).toContain("••••8901");
});

test("without scripts the button beside the field reveals it on a page, and the log has the field alone", async () => {
	const { sheet, browser, pageOf, logged } = fixture;
	const form = openForm(await pageOf(`${sheet}/reveal`), "reveal-answers");
	const refused = await browser.post(`${sheet}/reveal`, form);
	expect([refused.status, textOf(await refused.text())]).toEqual([
		422,
		expect.stringContaining("Choose what to reveal."),
	]);
	form.append("field", "nin");
	const revealed = await browser.post(`${sheet}/reveal`, form);
	const page = await revealed.text();
	expect([revealed.status, textOf(page)]).toEqual([200, expect.stringContaining("NIN 12345678901")]);
	expect(page).not.toContain("555 7777");
	expect(await logged()).toMatchObject([{ type: "REVEAL", reason: "Revealed NIN" }]);
	form.set("field", "surname");
	const wrong = await browser.post(`${sheet}/reveal`, form);
	expect([wrong.status, textOf(await wrong.text())]).toEqual([
		422,
		expect.stringContaining("Only fields that are marked as sensitive can be revealed."),
	]);
	expect(textOf(await pageOf(sheet))).toContain("Revealed NIN");
	expect(await pageOf(sheet)).not.toMatch(clear);
});

test("users who may only read see the masks, and no way to reveal", async () => {
	const reader = await openFixture(["candidate:r"]);
	const page = await reader.pageOf(reader.sheet);
	expect(textOf(page)).toContain("••••8901");
	expect(buttonsOf(page, "field")).toEqual([]);
	expect((await reader.browser.get(`${reader.sheet}/reveal`)).status).toBe(403);
});

test("the wizard keeps a masked answer, and changes it once it is revealed", async () => {
	const { sheet, browser, pageOf, logged } = fixture;
	const path = `${sheet}/edit?section=personal`;
	const send = async (intent: string, form: FormData) => {
		form.set("~do", intent);
		return browser.post(path, form);
	};
	const kept = openForm(await pageOf(path), "edit-form");
	kept.set("surname", "Eze");
	expect((await send("next", kept)).status).toBe(302);
	const revealed = await send("reveal:nin", openForm(await pageOf(path), "edit-form"));
	const page = await revealed.text();
	expect(revealed.status).toBe(200);
	const form = openForm(page, "edit-form");
	expect([form.get("nin"), form.get("surname"), form.get("phone")]).toEqual(["12345678901", "Eze", null]);
	form.set("nin", "99999998901");
	expect((await send("next", form)).status).toBe(302);
	const preview = await pageOf(`${sheet}/edit?section=preview`);
	expect(textOf(preview)).toContain("2 answers changed");
	expect(textOf(preview)).toMatch(/NIN Before Masked ••••8901 After Masked ••••8901/);
	expect(preview).not.toMatch(/12345678901|99999998901/);
	const update = openForm(preview, "edit-form");
	update.set("~do", "update");
	expect((await browser.post(`${sheet}/edit?section=preview`, update)).status).toBe(302);
	expect((await logged()).map(({ reason }) => reason)).toEqual(
		expect.arrayContaining(["Revealed NIN", "2 answers changed: Surname, NIN"]),
	);
	expect(textOf(await pageOf(sheet))).toContain("Eze");
});
