import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { encode } from "uqr";
import { beforeAll, expect, test } from "vitest";
import { workOnce } from "#tests/support/background-work";
import { createApplicant, createApplication, createOrganisation, testDb } from "#tests/support/factories";
import { formOf, linkOf, linksOf, tagsOf, textOf } from "#tests/support/portal-page";
import { createStaff, signedInBrowser } from "#tests/support/portal-session";
import { organisations } from "#worker/database/schema/organisations";
import { tasks } from "#worker/database/schema/records";

const openFixture = async () => {
	const contacts = { address: "1 Oyo Road", email: "admissions@ui.example", phone: "0803 000 0001" };
	const { id: organisationId } = await createOrganisation({ name: "University of Ìbàdàn", ...contacts });
	const application = await createApplication(organisationId);
	const data = { surname: "Ọ̀ṣunyẹmí <b>x</b>", old: "left over" };
	const applicant = await createApplicant(application, { data, photoKey: "photos/none.jpg" });
	const other = await createApplicant(application);
	const { browser } = await signedInBrowser(await createStaff({ organisationId }));
	const list = `/${organisationId}/applicants`;
	return { organisationId, application, applicant, other, browser, list, sheet: `${list}/${applicant.id}` };
};
let fixture: Awaited<ReturnType<typeof openFixture>>;
beforeAll(async () => {
	fixture = await openFixture();
});
const pageOf = async (path: string) => (await fixture.browser.get(path)).text();

test("shows on the printable page what the PDF contains, and links to the PDF", async () => {
	const response = await fixture.browser.get(`${fixture.sheet}/print`);
	expect(response.status).toBe(200);
	const html = await response.text();
	const text = textOf(html);
	for (const expected of [
		"University of Ìbàdàn",
		"1 Oyo Road admissions@ui.example · 0803 000 0001",
		"Adaeze Chinonso Okafor",
		fixture.applicant.applicationNumber,
		"Pending",
		"Last reviewed --/--",
		"Registered date November 1st 2026",
		"Ọ̀ṣunyẹmí <b>x</b>",
		"Date of birth --/--",
		"Other answers",
	])
		expect(text).toContain(expected);
	expect(linkOf(html, "Download PDF")).toBe(`${fixture.sheet}/form.pdf`);
	expect(linksOf(html)).toContain(
		`https://portal.test/${fixture.organisationId}/candidate-info/${fixture.applicant.publicId}`,
	);
	expect(tagsOf(html, "svg").join()).toContain("QR code of the public summary");
	const { data } = encode(
		`https://portal.test/${fixture.organisationId}/candidate-info/${fixture.applicant.publicId}`,
		{ border: 0, ecc: "M" },
	);
	const [, path = ""] = /<path d="((?:M\d+ \d+h1v1h-1z)+)"/.exec(html) ?? [];
	const dark = new Set([...path.matchAll(/M(\d+) (\d+)/g)].map(([, x, y]) => `${x} ${y}`));
	expect(data.map((row, y) => row.map((_, x) => dark.has(`${x} ${y}`)))).toEqual(data);
	expect(tagsOf(html, "img").join()).toContain(`${fixture.sheet}/photo`);
	expect(text).not.toMatch(/\bPrint\b/);
});

test("prints a table in an answer as a table, from the sheet and from the public summary", async () => {
	const essay = { fieldId: "essay", type: "wysiwyg", props: { label: "Results" } };
	const layout = { sections: [{ id: "s", title: "S", isPublic: true, rows: [{ id: "r", cols: [essay] }] }] };
	const html = "<table><tbody><tr><th>Maths</th><td colspan='2'>A1</td></tr></tbody></table>";
	const applicant = await createApplicant(await createApplication(fixture.organisationId, { layout }), {
		data: { essay: html },
	});
	const sheet = `${fixture.list}/${applicant.id}`;
	for (const path of [`${sheet}/print`, sheet, `/${fixture.organisationId}/candidate-info/${applicant.publicId}`])
		expect([path, await pageOf(path)]).toEqual([
			path,
			expect.stringMatching(/<tbody><tr><th[^>]*>Maths<\/th><td[^>]* colSpan="2"[^>]*>A1<\/td><\/tr><\/tbody>/i),
		]);
});

test.each([
	[2, "Approved", "green"],
	[3, "Declined", "red"],
	[0, "Pending", "slate"],
])("prints the status at step %i as %s in %s", async (step, label, colour) => {
	const stepId = fixture.application.steps[step]?.id ?? "";
	const { id } = await createApplicant(fixture.application, { stepId });
	const html = await pageOf(`${fixture.list}/${id}/print`);
	expect(html).toMatch(new RegExp(`<span class="[^"]*text-${colour}[^"]*"><span[^>]*>${label}</span>`));
});

test("links to the form's download and print page from the sheet", async () => {
	const html = await pageOf(fixture.sheet);
	expect(linksOf(html)).toEqual(expect.arrayContaining([`${fixture.sheet}/form.pdf`, `${fixture.sheet}/print`]));
});

test("downloads the form as a PDF", async () => {
	const response = await fixture.browser.get(`${fixture.sheet}/form.pdf`);
	expect(response.headers.get("content-disposition")).toMatch(/^attachment; filename="NO-26-/);
	expect(response.headers.get("content-security-policy")).toContain("sandbox");
	expect(new TextDecoder().decode((await response.arrayBuffer()).slice(0, 5))).toBe("%PDF-");
});

test.each(["print", "form.pdf"])(
	"does not find %s of an unknown applicant, or of another institution's",
	async (path) => {
		const stranger = await createApplicant(await createApplication((await createOrganisation()).id));
		for (const id of ["nobody", stranger.id])
			expect((await fixture.browser.get(`${fixture.list}/${id}/${path}`)).status).toBe(404);
	},
);

test.each(["print", "form.pdf"])("refuses %s to users who may not see applicants", async (path) => {
	const staff = await createStaff({ organisationId: fixture.organisationId, privileges: ["course:r"] });
	const { browser } = await signedInBrowser(staff);
	expect((await browser.get(`${fixture.sheet}/${path}`)).status).toBe(403);
});

test("sends the logo to everybody when the institution has one", async () => {
	const address = `/api/organisation/${fixture.organisationId}/logo`;
	expect((await fixture.browser.get(address)).status).toBe(404);
	const logoKey = `logos/${fixture.organisationId}/crest.png`;
	await env.FILES.put(logoKey, "a logo");
	await testDb().update(organisations).set({ logoKey }).where(eq(organisations.id, fixture.organisationId));
	const response = await fixture.browser.get(address);
	expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/png"]);
	expect(await response.text()).toBe("a logo");
	expect(tagsOf(await pageOf(`${fixture.sheet}/print`), "img").join()).toContain(`${address}?version=crest.png`);
});

const dialog = () => `${fixture.list}/forms?id=${fixture.applicant.id}&id=${fixture.other.id}`;
const selection = () => ({ id: [fixture.applicant.id, fixture.other.id] });

test("draws the forms of a selection in the background for the user who asked", async () => {
	const html = await pageOf(dialog());
	expect(textOf(html)).toContain("2 applicants selected");
	const form = formOf(html, "bulk-forms");
	const address = `${dialog()}&application=${fixture.application.id}`;
	const response = await fixture.browser.post(address, { ...form, ...selection(), as: "zip" });
	const progress = response.headers.get("location") ?? "";
	const search = `?application=${fixture.application.id}`;
	expect(response.status).toBe(302);
	expect(progress).toMatch(new RegExp(`^/${fixture.organisationId}/downloads/[\\w-]+\\${search}$`));
	const started = await pageOf(progress);
	expect(textOf(started)).toMatch(/ of 2 done\. You will be notified when it is ready|2 forms made/);
	expect(linkOf(started, "Back to the applicants")).toBe(fixture.list + search);

	const notices = () => pageOf(`/${fixture.organisationId}/notices`);
	for (let slices = 0; slices < 3; slices += 1) await workOnce(fixture.organisationId);
	expect(textOf(await notices())).toContain("Applicant forms are ready");
	const download = linkOf(await notices(), "Applicant forms are ready to download") ?? "";
	const page = await pageOf(download);
	expect(textOf(page)).toContain("Applicant forms.zip");
	expect(textOf(page)).toContain("2 forms made.");
	const file = await fixture.browser.get(linkOf(page, "Download") ?? "");
	expect(file.headers.get("content-disposition")).toContain("Applicant forms.zip");
	expect(new TextDecoder().decode((await file.arrayBuffer()).slice(0, 2))).toBe("PK");

	const colleague = await createStaff({ organisationId: fixture.organisationId });
	const { browser } = await signedInBrowser(colleague);
	for (const path of [download, `${download}/file`]) expect((await browser.get(path)).status).toBe(404);
	expect(textOf(await (await browser.get(download)).text())).toContain(
		"This download does not exist, or belongs to somebody else.",
	);
});

test("counts, lists and draws the forms of all that match, and asks to type the number above 30", async () => {
	const application = await createApplication(fixture.organisationId);
	for (const firstName of ["Ada", "Bola"]) await createApplicant(application, { firstName });
	const address = `${fixture.list}/forms?application=${application.id}&all=1&rows=0`;
	const page = await pageOf(address);
	expect(textOf(page)).toContain("All 2 applicants that match");
	expect(textOf(page)).toContain("2 forms will be made.");
	expect(textOf(page).match(/Included/g)).toHaveLength(2);
	const form = formOf(page, "bulk-forms");
	expect(form).toMatchObject({ all: "1", expected: "2", count: "2" });
	const unconfirmed = await fixture.browser.post(address, { ...form, as: "zip", count: "31" });
	expect([unconfirmed.status, textOf(await unconfirmed.text())]).toMatchObject([
		422,
		expect.stringContaining("Type 31: 31 forms will be made."),
	]);
	const late = await fixture.browser.post(address, { ...form, as: "zip", expected: "3" });
	expect(late.status).toBe(409);
	const begin = () => fixture.browser.post(address, { ...form, as: "zip", idempotencyKey: "all-forms-1" });
	const [first, second] = [await begin(), await begin()];
	expect(first.status).toBe(302);
	expect(second.headers.get("location"), "the same request sent twice leads to one task").toBe(
		first.headers.get("location"),
	);
});

/** Returns the page of a download that belongs to the reader. */
const downloadPage = async (task: Partial<typeof tasks.$inferInsert>) => {
	const staff = await createStaff({ organisationId: fixture.organisationId });
	const { browser } = await signedInBrowser(staff);
	const id = `task-${staff.id}`;
	const row = { organisationId: fixture.organisationId, id, type: "PRINT_FORMS", input: {}, createdBy: staff.id };
	await testDb()
		.insert(tasks)
		// why so late: otherwise the sweep would retry it as stuck.
		.values({ ...row, status: "STARTED", total: 12, createdAt: 1, updatedAt: Date.now(), ...task });
	return (await browser.get(`/${fixture.organisationId}/downloads/${id}`)).text();
};

test("shows the progress of a download, and refreshes by itself, also without JavaScript", async () => {
	const page = await downloadPage({ done: 5 });
	expect(textOf(page)).toContain("The file is being made 5 of 12 done.");
	expect(tagsOf(page, "progress").join()).toMatch(/value="5".* max="12"|max="12".* value="5"/);
	expect(page).toMatch(/<noscript><meta http-equiv="refresh" content="10"/i);
	expect(linkOf(page, "Refresh")).toMatch(/\/downloads\/task-/);
});

test("says on the page of a download which applicants it left out", async () => {
	const file = { objectKey: "downloads/none", name: "Applicant forms.pdf", mimetype: "application/pdf", size: 2_048 };
	const page = await downloadPage({ status: "SUCCESS", done: 12, result: { ...file, drawn: 10, leftOut: 2 } });
	expect(textOf(page)).toContain("10 forms made, 2 applicants left out: no longer there.");
	expect(page).not.toContain("http-equiv");
});

test.each([
	"nobody/form.pdf",
	"nobody/letters/nothing",
	"nobody/letter-preview?template=t",
	"nobody/transactions/none/receipt",
	"nobody/files/a/b",
])("responds to a missing %s with a page that says so, also in a frame", async (path) => {
	const response = await fixture.browser.get(`${fixture.list}/${path}`, { headers: { "sec-fetch-dest": "iframe" } });
	expect(response.status).toBe(404);
	expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
	expect(response.headers.get("content-security-policy")).toContain("frame-ancestors 'self'");
	const html = await response.text();
	expect(textOf(html)).toContain("File not Found Failed to download: The file does not exist, or is no longer there.");
	expect(tagsOf(html, "link").join()).toContain('rel="stylesheet"');
	expect([linksOf(html), tagsOf(html, "script")]).toEqual([[], []]);
});

test("explains a refused file with a page, and with data to a script", async () => {
	const staff = await createStaff({ organisationId: fixture.organisationId, privileges: ["course:r"] });
	const { browser } = await signedInBrowser(staff);
	const refused = await browser.get(`${fixture.sheet}/form.pdf`);
	const page = await refused.text();
	expect([refused.status, textOf(page)]).toMatchObject([403, expect.stringContaining("Access Denied")]);
	expect(linkOf(page, "Go Back")).toBe(`/${fixture.organisationId}`);
	const data = await browser.get(`${fixture.sheet}/form.pdf`, { headers: { accept: "*/*" } });
	expect([data.status, await data.json()]).toMatchObject([403, { code: "forbidden" }]);
});

test("says on a page when the file of a download no longer exists", async () => {
	const response = await fixture.browser.get(`/${fixture.organisationId}/downloads/nothing/file`);
	expect([response.status, textOf(await response.text())]).toMatchObject([
		404,
		expect.stringContaining("File not Found"),
	]);
});

test("refuses an invalid selection, and says why", async () => {
	const form = formOf(await pageOf(dialog()), "bulk-forms");
	const none = await fixture.browser.post(dialog(), { ...form, ...selection(), as: "docx" });
	expect([none.status, textOf(await none.text())]).toMatchObject([
		422,
		expect.stringContaining("Choose one PDF or a zip file."),
	]);
	const id = Array.from({ length: 51 }, (_, index) => `a${index}`);
	const many = await fixture.browser.post(dialog(), { ...form, id, as: "pdf" });
	expect([many.status, textOf(await many.text())]).toMatchObject([
		422,
		expect.stringContaining("One PDF holds at most 50 applicants."),
	]);
});
