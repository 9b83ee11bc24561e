import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { createApplicant, createApplication, createOrganisation, testDb } from "#tests/support/factories";
import { errorsOf, linkOf, linksOf, optionsOf, tagsOf, textOf } from "#tests/support/portal-page";
import { createStaff, signedInBrowser } from "#tests/support/portal-session";
import { attachments } from "#worker/database/schema/forms";

const field = (fieldId: string, label: string, alternateLabel?: string) => ({
	id: `row-${fieldId}`,
	cols: [{ fieldId, type: "file", props: { label, ...(alternateLabel && { alternateLabel }) } }],
});
const layout = {
	sections: [
		{
			id: "documents",
			title: "Documents",
			rows: [field("slip", "Upload your result slip", "Result slip"), field("birth", "Birth certificate")],
		},
		{ id: "opinion", title: "Academic referee", refereeSectionType: "academic", rows: [field("letter", "Letter")] },
	],
};

const openFixture = async () => {
	const { id: organisationId } = await createOrganisation();
	const application = await createApplication(organisationId, { layout });
	const { browser } = await signedInBrowser(await createStaff({ organisationId, privileges: ["candidate:r"] }));
	return { organisationId, application, browser };
};
let fixture: Awaited<ReturnType<typeof openFixture>>;
beforeAll(async () => {
	fixture = await openFixture();
});

/** Creates an applicant with these files: by field, name and type. */
const withFiles = async (...files: [fieldId: string, name: string, mimetype: string][]) => {
	const { application, organisationId } = fixture;
	const applicant = await createApplicant(application);
	for (const [index, [fieldId, name, mimetype]] of files.entries())
		await testDb()
			.insert(attachments)
			.values({
				organisationId,
				id: `${applicant.id}-${index}`,
				submissionId: applicant.submissionId ?? "",
				fieldId,
				title: "Kept title",
				section: "Kept section",
				name,
				mimetype,
				size: 46_295,
				objectKey: "k",
				createdAt: index,
			});
	return { ...applicant, base: `/${organisationId}/applicants/${applicant.id}` };
};
const htmlOf = async (path: string) => (await fixture.browser.get(path)).text();

test("shows the tab for applicants with attachments, in the order of the form", async () => {
	const { base, id } = await withFiles(
		["birth", "birth.png", "image/png"],
		["slip", "slip.pdf", "application/pdf"],
		["gone", "old.docx", "application/msword"],
	);
	const html = await htmlOf(`${base}/attachments?q=ada&view=full`);
	expect(linkOf(html, "Attachments 3")).toBe(`${base}/attachments?q=ada&view=full`);
	expect(textOf(html)).toMatch(
		/Result slip Documents · 45\.21KB · slip\.pdf .*Birth certificate Documents · 45\.21KB · birth\.png .*Kept title Kept section · 45\.21KB · old\.docx/,
	);
	expect(linkOf(html, "Result slip")).toBe(`${base}/attachments/${id}-1?q=ada&view=full`);
	expect(linkOf(html, "Kept title")).toBeUndefined();
	const file = `${base}/files/form-${id}/${id}`;
	expect(linksOf(html)).toEqual(expect.arrayContaining([`${file}-0`, `${file}-1`, `${file}-2`]));
	const pictures = tagsOf(html, "img").filter((tag) => tag.includes(`${file}-`));
	expect(pictures).toHaveLength(1);
	expect(pictures[0]).toMatch(/loading="lazy"/);
});

test("shows no tab without attachments, and an empty page at its address", async () => {
	const { base } = await withFiles();
	const html = await htmlOf(`${base}/attachments`);
	expect(textOf(html)).not.toMatch(/Attachments \d/);
	expect(textOf(html)).toContain("No attachments");
});

test("shows a picture and a PDF in the page, with links to the neighbours", async () => {
	const { base, id } = await withFiles(["slip", "slip.pdf", "application/pdf"], ["birth", "birth.png", "image/png"]);
	const file = `${base}/files/form-${id}/${id}`;
	const pdf = await htmlOf(`${base}/attachments/${id}-0?q=ada`);
	expect(tagsOf(pdf, "iframe").join()).toContain(`src="${file}-0#navpanes=0"`);
	expect(textOf(pdf)).toContain("Result slip Documents · 45.21KB · 1 of 2");
	for (const way of ["Previous", "Next"]) expect(linkOf(pdf, way)).toBe(`${base}/attachments/${id}-1?q=ada`);
	expect(linkOf(pdf, "Download")).toBe(`${file}-0`);
	const picture = await htmlOf(`${base}/attachments/${id}-1`);
	expect(
		tagsOf(picture, "img").some((tag) => tag.includes(`src="${file}-1"`) && tag.includes('alt="Birth certificate"')),
	).toBe(true);
	expect(tagsOf(picture, "iframe")).toEqual([]);
});

test("shows no neighbours of a single file, and only downloads what has no preview", async () => {
	const { base, id } = await withFiles(["slip", "page.html", "text/html"]);
	const html = await htmlOf(`${base}/attachments/${id}-0`);
	expect(textOf(html)).toContain("This type of file can only be downloaded.");
	for (const way of ["Previous", "Next", "Open in a new tab"]) expect(linkOf(html, way)).toBeUndefined();
	expect(linkOf(html, "Download")).toBe(`${base}/files/form-${id}/${id}-0`);
	expect(tagsOf(html, "iframe")).toEqual([]);
});

test("neither lists nor shows referees' files", async () => {
	const { base, id } = await withFiles(
		["letter", "letter.pdf", "application/pdf"],
		["slip", "slip.pdf", "application/pdf"],
	);
	const html = await htmlOf(`${base}/attachments`);
	expect(textOf(html)).toContain("slip.pdf");
	expect(textOf(html)).not.toContain("letter.pdf");
	expect((await fixture.browser.get(`${base}/attachments/${id}-0`)).status).toBe(404);
});

test("does not find another applicant's file, or another organisation's applicant", async () => {
	const [one, other] = [
		await withFiles(["slip", "a.pdf", "application/pdf"]),
		await withFiles(["slip", "b.pdf", "application/pdf"]),
	];
	expect((await fixture.browser.get(`${one.base}/attachments/${other.id}-0`)).status).toBe(404);
	const elsewhere = await openFixture();
	const foreign = await createApplicant(elsewhere.application);
	expect((await fixture.browser.get(`/${fixture.organisationId}/applicants/${foreign.id}/attachments`)).status).toBe(
		404,
	);
});

test("opens the passport picture, and responds 404 when there is none", async () => {
	const { application, organisationId } = fixture;
	const { id } = await createApplicant(application, { photoKey: "photos/1.jpg" });
	const base = `/${organisationId}/applicants/${id}`;
	expect(linksOf(await htmlOf(`${base}?q=ada`))).toContain(`${base}/passport?q=ada`);
	const html = await htmlOf(`${base}/passport`);
	expect(textOf(html)).toContain("Passport picture Adaeze Chinonso Okafor");
	const { base: bare } = await withFiles();
	expect(linksOf(await htmlOf(bare))).not.toContain(`${bare}/passport`);
	expect((await fixture.browser.get(`${bare}/passport`)).status).toBe(404);
});

test("uploads a document, replaces it and removes it on the tab, for users who may change applicants", async () => {
	const { id, base, submissionId } = await withFiles(["birth", "birth.png", "image/png"]);
	const { organisationId } = fixture;
	expect(await htmlOf(`${base}/attachments`)).not.toContain('name="files"');
	const { browser } = await signedInBrowser(await createStaff({ organisationId, privileges: ["candidate:u"] }));
	const tab = `${base}/attachments`;
	const page = async () => (await browser.get(tab)).text();
	const names = async () =>
		(
			await testDb()
				.select()
				.from(attachments)
				.where(eq(attachments.submissionId, submissionId ?? ""))
		)
			.map(({ name }) => name)
			.sort();
	const post = async (fields: Record<string, string | File>) => {
		const form = new FormData();
		form.set("csrf", /name="csrf" value="([^"]+)"/.exec(await page())?.[1] ?? "");
		for (const [name, value] of Object.entries(fields)) form.set(name, value);
		return browser.post(tab, form);
	};
	const pdf = (name: string) => new File([`%PDF-1.7\n${name}\n%%EOF`], name, { type: "application/pdf" });
	expect(optionsOf(await page(), "field")).toEqual(["Choose a document", "Result slip", "Birth certificate"]);
	expect(errorsOf(await (await post({ field: "", files: pdf("a.pdf") })).text(), "field")).toBe(
		"Choose which document it is",
	);
	const bad = await post({ field: "slip", files: new File(["<!doctype html>"], "a.png") });
	expect([bad.status, errorsOf(await bad.text(), "files")]).toEqual([422, expect.stringMatching(/not accepted/)]);
	const added = await post({ field: "slip", files: pdf("one.pdf") });
	expect([added.status, added.headers.get("location")]).toEqual([302, tab]);
	expect(await names()).toEqual(["birth.png", "one.pdf"]);
	await post({ field: "slip", files: pdf("two.pdf") });
	expect(await names()).toEqual(["birth.png", "two.pdf"]);
	expect((await post({ remove: `${id}-0` })).status).toBe(302);
	expect(await names()).toEqual(["two.pdf"]);
	expect(textOf(await page())).toContain("Details saved");
});

test("uploads the first document of an applicant who has none, from the record's menu", async () => {
	const { base, submissionId } = await withFiles();
	const { organisationId } = fixture;
	const { browser } = await signedInBrowser(await createStaff({ organisationId, privileges: ["candidate:u"] }));
	expect(linkOf(await (await browser.get(base)).text(), "Upload a document")).toBe(`${base}/attachments`);
	expect(linkOf(await htmlOf(base), "Upload a document"), "who may only read").toBeUndefined();
	const page = await (await browser.get(`${base}/attachments`)).text();
	expect(textOf(page)).toContain("No attachments yet.");
	const form = new FormData();
	form.set("csrf", /name="csrf" value="([^"]+)"/.exec(page)?.[1] ?? "");
	form.set("field", "slip");
	form.set("files", new File(["%PDF-1.7\n%%EOF"], "first.pdf", { type: "application/pdf" }));
	expect((await browser.post(`${base}/attachments`, form)).headers.get("location")).toBe(`${base}/attachments`);
	const kept = await testDb()
		.select()
		.from(attachments)
		.where(eq(attachments.submissionId, submissionId ?? ""));
	expect(kept.map(({ name }) => name)).toEqual(["first.pdf"]);
	expect(linkOf(await (await browser.get(base)).text(), "Attachments 1")).toBe(`${base}/attachments`);
});
