import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { createApplicant, createApplication, createOrganisation, testDb } from "#tests/support/factories";
import type { Browser } from "#tests/support/portal-browser";
import { optionsOf, tagsOf, textOf } from "#tests/support/portal-page";
import { createStaff, signedInBrowser } from "#tests/support/portal-session";
import { formDesigns, formDesignVersions } from "#worker/database/schema/forms";
import { locations } from "#worker/database/schema/organisations";
import { templates } from "#worker/database/schema/workflows";

/** More than a page of any list holds. */
const many = Array.from({ length: 101 }, (_, index) => String(index).padStart(3, "0"));

let organisationId = "";
let sheet = "";
let browser: Browser;
beforeAll(async () => {
	({ id: organisationId } = await createOrganisation());
	const application = await createApplication(organisationId);
	const applicant = await createApplicant(application);
	sheet = `/${organisationId}/applicants/${applicant.id}`;
	const at = { createdAt: 1, updatedAt: 1 };
	for (const index of many)
		await testDb().batch([
			testDb()
				.insert(templates)
				.values(
					(["email", "document", "sms"] as const).map((type) => ({
						...{
							organisationId,
							id: `${type}-${index}`,
							type,
							name: `Template ${index}`,
							content: "Dear {{firstName}}",
						},
						...at,
					})),
				),
			testDb()
				.insert(locations)
				.values({ organisationId, id: `location-${index}`, name: `Centre ${index}` }),
			testDb()
				.insert(formDesigns)
				.values({ organisationId, id: `form-${index}`, title: `Form ${index}`, createdAt: 1 }),
			testDb()
				.insert(formDesignVersions)
				.values({ organisationId, formDesignId: `form-${index}`, version: 1, layout: { sections: [] }, createdAt: 1 }),
		]);
	({ browser } = await signedInBrowser(await createStaff({ organisationId })));
});
const pageOf = async (path: string) => (await browser.get(path)).text();

test.each([
	["an email", "email"],
	["an SMS", "sms"],
	["a letter", "letter/new"],
])("every template can be chosen for %s", async (_what, path) => {
	expect(optionsOf(await pageOf(`${sheet}/${path}`), "template")).toEqual(
		expect.arrayContaining(["Template 000", "Template 100"]),
	);
});

test("every template can be chosen for many letters", async () => {
	const id = sheet.split("/").at(-1);
	expect(textOf(await pageOf(`/${organisationId}/applicants/letters?id=${id}`))).toContain("Template 100");
});

test("every form can be copied", async () => {
	expect(textOf(await pageOf(`/${organisationId}/forms/new`))).toContain("Copy of “Form 100”");
});

test("the list can be filtered by every location, whose name it shows", async () => {
	const filters = await pageOf(`/${organisationId}/applicants/filters`);
	expect(tagsOf(filters, "input").filter((tag) => tag.includes('value="location-'))).toHaveLength(many.length);
	expect(textOf(await pageOf(`/${organisationId}/applicants?locations=location-100`))).toContain(
		"Posted to Centre 100",
	);
});

describe("of more applications than a list ever held", () => {
	beforeAll(async () => {
		const { formDesignId, workflowId } = await createApplication(organisationId, { title: "Diploma of 1998" });
		const later = Array.from({ length: 520 }, (_, index) => index);
		await testDb().run(sql`
			INSERT INTO applications (organisation_id, id, title, form_design_id, workflow_id, created_at)
			SELECT ${organisationId}, 'later-' || value, 'Intake ' || value, ${formDesignId}, ${workflowId},
				${Date.UTC(2026, 10, 20)} + value
			FROM json_each(${JSON.stringify(later)})`);
	});

	test.each([
		["a discount code", "discount-code/new"],
		["an add-on", "add-on/new"],
	])("each can be chosen for %s", async (_what, path) => {
		const page = await pageOf(`/${organisationId}/${path}`);
		expect(tagsOf(page, "input").filter((tag) => tag.includes('name="applicationIds"')).length).toBeGreaterThan(520);
		expect(textOf(page)).toContain("Diploma of 1998");
	});

	test.each([
		["a reminder", "notifications/new"],
		["a report schedule", "notifications/reports/new"],
		["a retention rule", "privacy/retention/new"],
		["the discount codes of a list", "discount-code"],
		["the add-ons of a list", "add-on"],
	])("each can be chosen for %s", async (_what, path) => {
		expect(optionsOf(await pageOf(`/${organisationId}/${path}`), "applicationId")).toContain("Diploma of 1998");
	});
});
