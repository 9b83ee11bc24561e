import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { createApplicant, createApplication, createOrganisation, testDb } from "#tests/support/factories";
import { formOf, linkOf, linksOf, tagsOf, textOf } from "#tests/support/portal-page";
import { createStaff, signedInBrowser } from "#tests/support/portal-session";
import { organisations } from "#worker/database/schema/organisations";

const arrange = async () => {
	const { id: organisationId } = await createOrganisation({ name: "University of Ìbàdàn", address: "1 Oyo Road" });
	const application = await createApplication(organisationId);
	const data = { surname: "Ọ̀ṣunyẹmí <b>x</b>", old: "left over" };
	const applicant = await createApplicant(application, { data, photoKey: "photos/none.jpg" });
	const other = await createApplicant(application);
	const { browser } = await signedInBrowser(await createStaff({ organisationId }));
	const list = `/${organisationId}/applicants`;
	return { organisationId, application, applicant, other, browser, list, sheet: `${list}/${applicant.id}` };
};
let place: Awaited<ReturnType<typeof arrange>>;
beforeAll(async () => {
	place = await arrange();
});
const pageOf = async (path: string) => (await place.browser.get(path)).text();

test("the printable page says what the PDF says, and leads to it", async () => {
	const answer = await place.browser.get(`${place.sheet}/print`);
	expect(answer.status).toBe(200);
	const html = await answer.text();
	const text = textOf(html);
	for (const expected of [
		"University of Ìbàdàn",
		"1 Oyo Road",
		"Adaeze Chinonso Okafor",
		place.applicant.applicationNumber,
		"Pending",
		"Last reviewed --/--",
		"Registered date November 1st 2026",
		"Ọ̀ṣunyẹmí <b>x</b>",
		"Date of birth --/--",
		"Other answers",
	])
		expect(text).toContain(expected);
	expect(linkOf(html, "Download PDF")).toBe(`${place.sheet}/form.pdf`);
	expect(linksOf(html)).toContain(
		`https://portal.test/${place.organisationId}/candidate-info/${place.applicant.publicId}`,
	);
	expect(tagsOf(html, "svg").join()).toContain("QR code of the public summary");
	expect(text).not.toMatch(/\bPrint\b/);
});

test("the sheet offers the form to download and to print", async () => {
	const html = await pageOf(place.sheet);
	expect(linksOf(html)).toEqual(expect.arrayContaining([`${place.sheet}/form.pdf`, `${place.sheet}/print`]));
});

test("the form comes as a PDF to keep", async () => {
	const answer = await place.browser.get(`${place.sheet}/form.pdf`);
	expect(answer.headers.get("content-disposition")).toMatch(/^attachment; filename="NO-26-/);
	expect(answer.headers.get("content-security-policy")).toContain("sandbox");
	expect(new TextDecoder().decode((await answer.arrayBuffer()).slice(0, 5))).toBe("%PDF-");
});

test.each(["print", "form.pdf"])(
	"%s of an applicant who is not there, or of another institution, is none",
	async (path) => {
		const stranger = await createApplicant(await createApplication((await createOrganisation()).id));
		for (const id of ["nobody", stranger.id])
			expect((await place.browser.get(`${place.list}/${id}/${path}`)).status).toBe(404);
	},
);

test.each(["print", "form.pdf"])("%s is for whoever may see applicants", async (path) => {
	const staff = await createStaff({ organisationId: place.organisationId, privileges: ["course:r"] });
	const { browser } = await signedInBrowser(staff);
	expect((await browser.get(`${place.sheet}/${path}`)).status).toBe(403);
});

test("the logo is there for everybody, and only where there is one", async () => {
	expect((await place.browser.get(`/${place.organisationId}/logo`)).status).toBe(404);
	const logoKey = `logos/${place.organisationId}.png`;
	await env.FILES.put(logoKey, "a logo");
	await testDb().update(organisations).set({ logoKey }).where(eq(organisations.id, place.organisationId));
	const answer = await place.browser.get(`/${place.organisationId}/logo`);
	expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/png"]);
	expect(await answer.text()).toBe("a logo");
	expect(tagsOf(await pageOf(`${place.sheet}/print`), "img").join()).toContain(`/${place.organisationId}/logo`);
});

const dialog = () => `${place.list}/forms?id=${place.applicant.id}&id=${place.other.id}`;
const selection = () => ({ id: [place.applicant.id, place.other.id] });

test("the forms of a selection are drawn in the background and downloaded by whoever asked for them", async () => {
	const html = await pageOf(dialog());
	expect(textOf(html)).toContain("2 applicants selected");
	const form = formOf(html, "print-forms");
	const answer = await place.browser.post(dialog(), { ...form, ...selection(), as: "zip" });
	expect([answer.status, answer.headers.get("location")]).toEqual([302, place.list]);
	expect(textOf(await pageOf(place.list))).toContain("2 forms are being drawn. The bell tells when they are ready.");

	const notices = () => pageOf(`/${place.organisationId}/notices`);
	await expect.poll(async () => textOf(await notices()), { timeout: 15_000 }).toContain("Applicant forms are ready");
	const download = linkOf(await notices(), "Applicant forms are ready to download") ?? "";
	const page = await pageOf(download);
	expect(textOf(page)).toContain("Applicant forms.zip");
	const file = await place.browser.get(linkOf(page, "Download") ?? "");
	expect(file.headers.get("content-disposition")).toContain("Applicant forms.zip");
	expect(new TextDecoder().decode((await file.arrayBuffer()).slice(0, 2))).toBe("PK");

	const colleague = await createStaff({ organisationId: place.organisationId });
	const { browser } = await signedInBrowser(colleague);
	for (const path of [download, `${download}/file`]) expect((await browser.get(path)).status).toBe(404);
});

test("a selection is refused with what is wrong with it", async () => {
	const form = formOf(await pageOf(dialog()), "print-forms");
	const none = await place.browser.post(dialog(), { ...form, ...selection(), as: "docx" });
	expect([none.status, textOf(await none.text())]).toMatchObject([
		422,
		expect.stringContaining("Choose one PDF or a zip file."),
	]);
	const id = Array.from({ length: 51 }, (_, index) => `a${index}`);
	const many = await place.browser.post(dialog(), { ...form, id, as: "pdf" });
	expect([many.status, textOf(await many.text())]).toMatchObject([
		422,
		expect.stringContaining("One PDF holds at most 50 applicants."),
	]);
});
