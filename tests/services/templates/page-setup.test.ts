import { beforeEach, expect, test } from "vitest";
import { openServicesFixture, type ServicesFixture } from "#tests/services/applicants/services-fixture";
import { createApplicant } from "#tests/support/factories";
import { redPixel } from "#tests/support/files";
import { readPdf, withoutSpaces } from "#tests/support/read-pdf";
import { type PageSetup, usualPage } from "#worker/contract/text/page-setup";

let staff: ServicesFixture;
beforeEach(async () => {
	staff = await openServicesFixture({ courseCount: 1 });
});

interface Row {
	id: string;
	version: number;
	page: PageSetup | null;
	code?: string;
	address: string;
	fields?: Record<string, string[]>;
}

const document = { type: "document", name: "Letter", content: "<p>Dear {{firstName}}</p>" };
const create = async (more: object = {}) =>
	(await staff.send<Row>("POST", "/templates", { ...document, ...more })).body;
const setUp = (id: string, page: object | null) => staff.send<Row>("PATCH", `/templates/${id}`, { page });
const picture = async () => {
	const form = new FormData();
	form.set("data", "{}");
	form.set("picture", new File([redPixel], "head.png"));
	return ((await (await staff.upload("/templates/pictures", form)).json()) as Row).address;
};

test("pages are set up apart from the text, kept when that is saved, copied and restored", async () => {
	const { id, version, page } = await create();
	expect(page).toBeNull();
	const narrow = {
		...usualPage,
		footer: " Bursary\u0007  office ",
		margins: { top: 20, right: 25, bottom: 20, left: 25 },
	};
	const set = await setUp(id, narrow);
	expect(set.body.page).toEqual({ ...narrow, footer: "Bursary office" });
	expect((await staff.send<Row>("PATCH", `/templates/${id}`, { page: null, version })).body.code).toBe(
		"changed_meanwhile",
	);
	const saved = await staff.send<Row>("PUT", `/templates/${id}`, { ...document, content: "<p>Hello</p>" });
	expect(saved.body.page).toEqual(set.body.page);
	const copy = await staff.send<Row>("POST", `/templates/${id}/copy`, { name: "Copy" });
	expect(copy.body.page).toEqual(set.body.page);
	expect((await setUp(id, null)).body.page).toBeNull();
	const { body } = await staff.get<{ data: { id: string; action: string }[] }>(`/templates/${id}/history`);
	const restored = await staff.send<Row>("POST", `/templates/${id}/restore`, { changeId: body.data[1]?.id });
	expect(restored.body.page).toEqual(set.body.page);
	expect((await create({ type: "email", name: "Mail", subject: "Hi", page: narrow })).page, "of an email").toBeNull();
});

test.each([
	[{ margins: { ...usualPage.margins, left: 9 } }, "page.margins.left"],
	[{ margins: { ...usualPage.margins, left: 61 } }, "page.margins.left"],
	[{ margins: { ...usualPage.margins, left: 12.5 } }, "page.margins.left"],
	[{ footer: "a".repeat(201) }, "page.footer"],
	[{ footer: "Number {{applicationNumber}}" }, "page.footer"],
	[{ letterhead: "picture", letterheadPicture: "https://a.example/x.png" }, "page.letterheadPicture"],
	[{ letterhead: "photo" }, "page.letterhead"],
])("refuses %o beside its field", async (wrong, field) => {
	const { id } = await create();
	const { status, body } = await setUp(id, { ...usualPage, ...wrong });
	expect([status, Object.keys(body.fields ?? {})]).toEqual([422, [field]]);
});

test("letters and previews have the head, the signature and the foot of their pages", async () => {
	const { id } = await create();
	const { id: candidateId } = await createApplicant(staff.application);
	const draw = async (templateId: string | null) => {
		const response = await staff.request("/templates/page-preview", {
			method: "POST",
			body: JSON.stringify({ ...document, name: undefined, candidateId, templateId }),
		});
		const bytes = new Uint8Array(await response.arrayBuffer());
		return { status: response.status, pdf: await readPdf(bytes) };
	};
	const usual = await draw(id);
	const name = withoutSpaces(staff.organisation.name);
	expect(usual.pdf.text).toContain(name);
	expect(usual.pdf.pictures).toBe(0);
	const address = await picture();
	await setUp(id, {
		...usualPage,
		letterhead: "picture",
		letterheadPicture: address,
		signature: "picture",
		signaturePicture: address,
		footer: "Bursary office",
	});
	const { pdf } = await draw(id);
	expect(pdf.text).toContain("Bursaryoffice");
	expect(pdf.pictures).toBeGreaterThan(0);
	expect((await draw(null)).pdf.text, "pages as usual").not.toContain("Bursaryoffice");
	await setUp(id, { ...usualPage, letterhead: "none", footer: "Foot" });
	expect((await draw(id)).pdf.text).not.toContain(name);
	const made = await staff.send<Row>("POST", `/candidates/${candidateId}/letters`, { templateId: id });
	const file = await staff.request(`/candidates/${candidateId}/letters/${made.body.id}`);
	expect((await readPdf(new Uint8Array(await file.arrayBuffer()))).text).toContain("Foot");
	const other = await openServicesFixture({ courseCount: 1 });
	const theirs = (await other.send<Row>("POST", "/templates", document)).body.id;
	expect((await draw(theirs)).status, "another institution's").toBe(404);
});

test("wide margins leave less room on a page", async () => {
	const content = `<p>${"Come at nine and bring your result slips. ".repeat(60)}</p>`;
	const { id } = await create({ content });
	const pagesWithin = async (margins: PageSetup["margins"]) => {
		await setUp(id, { ...usualPage, margins });
		const body = JSON.stringify({ type: "document", content, templateId: id });
		const response = await staff.request("/templates/page-preview", { method: "POST", body });
		return (await readPdf(new Uint8Array(await response.arrayBuffer()))).pages.length;
	};
	const narrow = { top: 10, right: 10, bottom: 10, left: 10 };
	expect(await pagesWithin(narrow)).toBe(1);
	expect(await pagesWithin({ ...narrow, left: 60, right: 60 }), "at the sides").toBe(2);
	expect(await pagesWithin({ ...narrow, top: 60, bottom: 60 }), "at head and foot").toBe(2);
});

test("a long foot is on the paper with all its lines, however narrow the margin", async () => {
	const { id } = await create();
	const footer = "Issued by the admissions office ".repeat(7).trim().slice(0, 200);
	const footWithin = async (margins: Partial<PageSetup["margins"]>) => {
		await setUp(id, { ...usualPage, footer, margins: { ...usualPage.margins, ...margins } });
		const body = JSON.stringify({ ...document, templateId: id, name: undefined });
		const response = await staff.request("/templates/page-preview", { method: "POST", body });
		const { text, lowest } = await readPdf(new Uint8Array(await response.arrayBuffer()));
		expect(withoutSpaces(text)).toContain(withoutSpaces(footer));
		return lowest[0];
	};
	const margins = [
		{ bottom: 18 },
		{ bottom: 14 },
		{ bottom: 10 },
		{ left: 60, right: 60 },
		{ left: 60, right: 60, bottom: 10 },
	];
	for (const one of margins) expect(await footWithin(one), JSON.stringify(one)).toBeGreaterThan(1);
});

test("what cannot be broken into lines, and margins that leave little room, are still drawn", async () => {
	const rows = `<table><tr>${"<td>abc</td>".repeat(12)}</tr></table>`;
	const { id } = await create({ content: `<p>${"a".repeat(5_000)}</p>${rows}` });
	await setUp(id, { ...usualPage, margins: { top: 60, right: 60, bottom: 60, left: 60 } });
	const response = await staff.request("/templates/page-preview", {
		method: "POST",
		body: JSON.stringify({ type: "document", content: `<p>A</p>${rows}`, templateId: id }),
	});
	expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/pdf"]);
});

test("a template is exported with its pages, and imported as an inactive one", async () => {
	const { id } = await create();
	await setUp(id, { ...usualPage, footer: "Bursary office" });
	const file = (await staff.get<object>(`/templates/${id}/export`)).body;
	expect(file).toMatchObject({ format: "matricula-template-1", ...document, subject: null });
	const other = await openServicesFixture({ courseCount: 1 });
	const bring = (template: object) => other.send<Row & { active: boolean }>("POST", "/templates/import", { template });
	const brought = await bring(file);
	expect([brought.status, brought.body]).toEqual([
		201,
		expect.objectContaining({ ...document, active: false, page: { ...usualPage, footer: "Bursary office" } }),
	]);
	expect((await bring(file)).body.code).toBe("template_exists");
	expect((await bring({ ...file, format: "another" })).status).toBe(422);
	expect((await bring({ ...file, name: "B", content: "<p>{{form.nothing}}</p>" })).body.code).toBe(
		"merge_field_unknown",
	);
	expect((await bring({ ...file, name: "C", content: "<p>{{firstName</p>" })).body.code).toBe("merge_field_unclosed");
	const run = (await bring({ ...file, name: "D", content: "<p>A</p><script>x()</script>" })).body as {
		content?: string;
	};
	expect(run.content).toBe("<p>A</p>");
	expect((await other.get(`/templates/${id}/export`)).status).toBe(404);
});
