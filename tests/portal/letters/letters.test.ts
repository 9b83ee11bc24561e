import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { createApplicant, createApplication, createOrganisation, testDb } from "#tests/support/factories";
import { errorsOf, formOf, linkOf, linksOf, optionsOf, tagsOf, textOf } from "#tests/support/portal-page";
import { createStaff, signedInBrowser } from "#tests/support/portal-session";
import { applicants, letters } from "#worker/database/schema/applicants";
import { templates, workflowSteps } from "#worker/database/schema/workflows";

const openFixture = async () => {
	const { id: organisationId } = await createOrganisation();
	const application = await createApplication(organisationId);
	const applicant = await createApplicant(application);
	const template = async (name: string, content: string, values: Partial<typeof templates.$inferInsert> = {}) => {
		const id = `${organisationId}-${name.replaceAll(" ", "-")}`;
		const row = { organisationId, id, name, type: "document" as const, content, createdAt: 1, updatedAt: 1, ...values };
		await testDb().insert(templates).values(row);
		return id;
	};
	const admission = await template("Admission letter", "<p>Dear {{firstName}}</p>");
	const broken = await template("Broken letter", "<p>Dear {{fristName}}</p>");
	const old = await template("Old letter", "<p>Dear</p>", { active: false });
	const { browser } = await signedInBrowser(await createStaff({ organisationId }));
	const { steps } = application;
	return {
		organisationId,
		steps,
		admission,
		broken,
		old,
		browser,
		sheet: `/${organisationId}/applicants/${applicant.id}`,
	};
};
let fixture: Awaited<ReturnType<typeof openFixture>>;
beforeEach(async () => {
	fixture = await openFixture();
});
const pageOf = async (path: string) => (await fixture.browser.get(path)).text();

/** Sends the dialog as the page shows it for a template. */
const make = async (template: string, search = "") => {
	const path = `${fixture.sheet}/letter/new?template=${template}${search}`;
	return fixture.browser.post(path, formOf(await pageOf(path), "make-letter"));
};

test("shows no tab, and an empty page, without a letter", async () => {
	expect(linkOf(await pageOf(fixture.sheet), "Offer Letter")).toBeUndefined();
	expect(textOf(await pageOf(`${fixture.sheet}/letter`))).toContain("No offer letter");
});

test("offers the active document templates in the dialog, and previews one", async () => {
	const page = await pageOf(`${fixture.sheet}/letter/new`);
	expect(optionsOf(page, "template")).toEqual(["Choose a template", "Admission letter", "Broken letter"]);
	expect(tagsOf(page, "iframe")).toEqual([]);
	const shown = await pageOf(`${fixture.sheet}/letter/new?template=${fixture.admission}`);
	expect(tagsOf(shown, "iframe").join()).toContain(`${fixture.sheet}/letter-preview?template=${fixture.admission}`);
	const preview = await fixture.browser.get(`${fixture.sheet}/letter-preview?template=${fixture.admission}`);
	expect(new TextDecoder().decode((await preview.arrayBuffer()).slice(0, 5))).toBe("%PDF-");
});

test("begins with the letter of the applicant's stage, while it is in use", async () => {
	const { organisationId, admission, old } = fixture;
	const ofStage = async (pdfTemplateId: string) => {
		await testDb().update(workflowSteps).set({ pdfTemplateId }).where(eq(workflowSteps.organisationId, organisationId));
		return tagsOf(await pageOf(`${fixture.sheet}/letter/new`), "iframe").join();
	};
	expect(await ofStage(admission)).toContain(`letter-preview?template=${admission}`);
	expect(await ofStage(old)).toBe("");
	const page = await pageOf(`${fixture.sheet}/letter/new?template=`);
	expect(errorsOf(page, "template")).toBe("Choose a template");
});

test("says which letter a new one replaces, and warns of a letter that is not the stage's", async () => {
	const { organisationId, admission, broken } = fixture;
	const noteAt = async (template: string) =>
		/(This is not the letter of [^.]+\. )?It (takes the place of|will be the letter in) [^.]+\./.exec(
			textOf(await pageOf(`${fixture.sheet}/letter/new?template=${template}`)),
		)?.[0];
	const ofStage = (pdfTemplateId: string) =>
		testDb().update(workflowSteps).set({ pdfTemplateId }).where(eq(workflowSteps.organisationId, organisationId));
	expect(await noteAt(admission), "the first letter, at a stage without one").toBeUndefined();
	await ofStage(broken);
	expect(await noteAt(admission)).toMatch(
		/^This is not the letter of .+, which is “Broken letter”\. It will be the letter in force\.$/,
	);
	await make(admission);
	expect(await noteAt(admission)).toMatch(/“Broken letter”\. It takes the place of “Admission letter”, the letter in/);
	await ofStage(admission);
	expect(await noteAt(admission)).toBe("It takes the place of “Admission letter”, the letter in force.");

	const [declined] = await testDb()
		.update(workflowSteps)
		.set({ type: "DECLINED", name: "Declined", pdfTemplateId: null })
		.where(eq(workflowSteps.id, fixture.steps[1]?.id ?? ""))
		.returning();
	const move = textOf(await pageOf(`${fixture.sheet}/stage?to=${declined?.id}`));
	expect(move).toContain("The letter on the record stays in force: Declined makes no letter.");
	expect(textOf(await pageOf(`${fixture.sheet}/stage?to=${fixture.steps[2]?.id}`))).not.toContain("stays in force");
});

test("names the letter in force as the one that is replaced, and not a newer one that was withdrawn", async () => {
	const { organisationId, admission, sheet } = fixture;
	const applicantId = sheet.split("/").at(-1) ?? "";
	const made = { organisationId, applicantId, templateId: admission, size: 1, createdBy: "ada", createdByName: "Ada" };
	const withdrawn = { withdrawnAt: 3, withdrawnBy: "ada", withdrawnByName: "Ada", withdrawnReason: "A mistake" };
	await testDb()
		.insert(letters)
		.values([
			{ ...made, id: "first", templateName: "First letter", objectKey: "first", createdAt: 1 },
			{ ...made, ...withdrawn, id: "second", templateName: "Second letter", objectKey: "second", createdAt: 2 },
		]);
	await testDb().update(applicants).set({ letterUrl: "/letters/first" }).where(eq(applicants.id, applicantId));
	expect(textOf(await pageOf(`${sheet}/letter/new?template=${admission}`))).toContain(
		"It takes the place of “First letter”, the letter in force.",
	);
});

test("opens a new letter, and shows the tab and its history", async () => {
	const response = await make(fixture.admission, "&q=ada");
	expect(response.status).toBe(302);
	const opened = response.headers.get("location") ?? "";
	expect(opened).toMatch(new RegExp(`^${fixture.sheet}/letter/[\\w-]+\\?q=ada$`));
	const page = await pageOf(opened);
	expect(textOf(page)).toContain("Admission letter was made");
	const [file = ""] = linksOf(page).filter((link) => link.startsWith(`${fixture.sheet}/letters/`));
	expect(tagsOf(page, "iframe").join()).toContain(file);
	const letter = await fixture.browser.get(file, { headers: { range: "bytes=0-4" } });
	expect([letter.status, await letter.text()]).toEqual([206, "%PDF-"]);
	expect(letter.headers.get("content-security-policy")).toContain("sandbox");

	expect(linkOf(await pageOf(fixture.sheet), "Offer Letter")).toBe(`${fixture.sheet}/letter`);
	expect(textOf(page)).toContain("Educational information · 45.21KB");
	const tab = textOf(await pageOf(`${fixture.sheet}/letter`));
	expect(tab).not.toContain("45.21KB");
	for (const expected of [
		"Offer letter Admission letter Made at the stage Registration",
		"History",
		"Registration · by Hauwa Bello",
	])
		expect(tab).toContain(expected);
	expect(textOf(await pageOf(`${fixture.sheet}/activity-log`))).toContain("Offer letter made: Admission letter");
});

test("names an unknown merge field beside the template and makes no letter", async () => {
	const error = "The template has a merge field that does not exist: {{fristName}}";
	const page = await pageOf(`${fixture.sheet}/letter/new?template=${fixture.broken}`);
	expect(errorsOf(page, "template")).toBe(error);
	expect(tagsOf(page, "iframe")).toEqual([]);
	const response = await make(fixture.broken);
	expect(response.status).toBe(422);
	expect(errorsOf(await response.text(), "template")).toBe(error);
	expect(textOf(await pageOf(`${fixture.sheet}/letter`))).toContain("No offer letter");
});

test("reports an inactive template at preview and at submit", async () => {
	const error = "This template does not exist, or is no longer in use.";
	const page = await pageOf(`${fixture.sheet}/letter/new?template=${fixture.old}`);
	expect(errorsOf(page, "template")).toBe(error);
	const form = { ...formOf(await pageOf(`${fixture.sheet}/letter/new`), "make-letter"), templateId: fixture.old };
	const response = await fixture.browser.post(`${fixture.sheet}/letter/new?template=${fixture.old}`, form);
	expect([response.status, errorsOf(await response.text(), "template")]).toEqual([422, error]);
	const none = await fixture.browser.post(`${fixture.sheet}/letter/new`, { ...form, templateId: "" });
	expect([none.status, errorsOf(await none.text(), "template")]).toEqual([422, "Choose a template"]);
	await testDb().delete(templates);
	expect(textOf(await pageOf(`${fixture.sheet}/letter/new`))).toContain("There is no document template in use.");
});

test("lets users who can change applicants make letters, and users who see them read letters", async () => {
	await make(fixture.admission);
	const reader = await createStaff({ organisationId: fixture.organisationId, privileges: ["candidate:r"] });
	const { browser } = await signedInBrowser(reader);
	expect((await browser.get(`${fixture.sheet}/letter/new`)).status).toBe(403);
	const tab = await (await browser.get(`${fixture.sheet}/letter`)).text();
	expect(linkOf(tab, "Make offer letter")).toBeUndefined();
	expect(linkOf(tab, "Preview")).toBeDefined();
});

test("shows a page when the store has lost a letter", async () => {
	const opened = (await make(fixture.admission)).headers.get("location") ?? "";
	const letter = opened.replace("/letter/", "/letters/");
	const kept = await env.FILES.list({ prefix: `letters/${fixture.organisationId}/` });
	await env.FILES.delete(kept.objects.map(({ key }) => key));
	const response = await fixture.browser.get(letter);
	expect([response.status, textOf(await response.text())]).toMatchObject([
		404,
		expect.stringContaining("Failed to download: The file does not exist, or is no longer there."),
	]);
});

test("does not find a missing letter", async () => {
	expect((await fixture.browser.get(`${fixture.sheet}/letter/nothing`)).status).toBe(404);
	expect((await fixture.browser.get(`${fixture.sheet}/letters/nothing`)).status).toBe(404);
});
