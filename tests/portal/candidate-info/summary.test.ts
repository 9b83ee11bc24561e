import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { createApplicant, createApplication, createOrganisation, testDb } from "#tests/support/factories";
import { openBrowser } from "#tests/support/portal-browser";
import { linkOf, tagsOf, textOf } from "#tests/support/portal-page";
import { createStaff, logIn, signedInBrowser } from "#tests/support/portal-session";
import type { FormLayout } from "#worker/contract/forms/form-schema";
import { attachments } from "#worker/database/schema/forms";

const section = (id: string, title: string, label: string, more: object = {}): FormLayout["sections"][number] => ({
	id,
	title,
	rows: [{ id: `${id}-row`, cols: [{ fieldId: `${id}-field`, type: "text", props: { label } }] }],
	...more,
});
const layout: FormLayout = {
	sections: [
		section("personal", "Personal information", "Surname", { isPublic: true }),
		section("schools", "Schools attended", "School", { isPublic: true }),
		section("kin", "Next of kin", "Phone"),
		section("reference", "Reference", "Opinion", { refereeSectionType: "academic" }),
	],
};

const openFixture = async () => {
	const organisation = await createOrganisation({ courseAlias: "programme" });
	const application = await createApplication(organisation.id, { layout, title: "Postgraduate 2026" });
	const data = {
		"personal-field": "Okafor",
		"schools-field": "Queen's College",
		"reference-field": "Lazy",
		"kin-field": "080",
	};
	const applicant = await createApplicant(application, { data });
	const file = { name: "waec.pdf", mimetype: "application/pdf", size: 1, objectKey: "waec" };
	await testDb()
		.insert(attachments)
		.values({
			...file,
			organisationId: organisation.id,
			id: "waec",
			submissionId: applicant.submissionId,
			fieldId: "schools-field",
			title: "Certificate",
			section: "Schools attended",
			createdAt: 1,
		});
	return { organisation, application, applicant, path: `/${organisation.id}/candidate-info/${applicant.publicId}` };
};
let fixture: Awaited<ReturnType<typeof openFixture>>;
beforeAll(async () => {
	fixture = await openFixture();
});

const show = async (search = "", path = fixture.path) => {
	const response = await openBrowser().get(path + search);
	return { answer: response, html: await response.text() };
};
const currentTab = (html: string) => tagsOf(html, "a").filter((tag) => tag.includes('aria-current="page"'));

test("shows name, stage and application to everybody with the link", async () => {
	const { answer, html } = await show();
	const [course] = fixture.application.courses;
	expect(answer.status).toBe(200);
	const page = textOf(html);
	for (const text of [
		"Adaeze Chinonso Okafor",
		fixture.applicant.applicationNumber,
		"Application Postgraduate 2026",
		`Programme code ${course?.code} Programme ${course?.title}`,
		"Apply",
	])
		expect(page).toContain(text);
	expect(html).toContain(`<title>Adaeze Chinonso Okafor · ${fixture.organisation.name}</title>`);
});

test("shows each public section as a tab, the first open, without referees' answers", async () => {
	const { html } = await show();
	expect(textOf(html)).toContain("Surname Okafor");
	expect(textOf(html)).not.toContain("Queen's College");
	expect(currentTab(html)).toHaveLength(1);
	const schools = linkOf(html, "Schools attended") ?? "";
	expect(schools).toBe(`${fixture.path}?section=schools`);
	expect(linkOf(html, "Reference")).toBeUndefined();
	expect(linkOf(html, "Next of kin")).toBeUndefined();

	const second = (await show(schools.slice(fixture.path.length))).html;
	expect(textOf(second)).toContain("School Queen's College");
	expect(textOf(second)).not.toContain("Surname Okafor");
	expect(currentTab(second)[0]).toContain("section=schools");
	expect(textOf(second)).not.toContain("Lazy");
});

test("names files in a tab of their own without links to open them", async () => {
	const { html } = await show("?section=attachments");
	expect(textOf(html)).toContain("PDF waec.pdf");
	expect(tagsOf(html, "a").filter((tag) => tag.includes("waec") || tag.includes("/files/"))).toEqual([]);
});

test("opens the first section for a section that the form does not have", async () => {
	const { answer, html } = await show("?section=reference");
	expect(answer.status).toBe(200);
	expect(textOf(html)).toContain("Surname Okafor");
});

test("'Login to view more' leads through the login page to the record itself", async () => {
	const { organisation, application, applicant, path } = fixture;
	const wanted = `${path}/record?application=${application.id}`;
	const login = linkOf((await show()).html, "Login to view more") ?? "";
	expect(login).toBe(`/${organisation.id}?to=${encodeURIComponent(wanted)}`);
	const browser = openBrowser();
	const staff = await createStaff({ organisationId: organisation.id });
	const response = await logIn(browser, staff, login.slice(`/${organisation.id}`.length));
	expect([response.status, response.headers.get("location")]).toEqual([302, wanted]);
	const onward = await browser.get(wanted);
	const record = `/${organisation.id}/applicants/${applicant.id}?application=${application.id}`;
	expect([onward.status, onward.headers.get("location")]).toEqual([302, record]);
	expect(textOf(await (await browser.get(record)).text())).toContain(applicant.applicationNumber);
});

test("opens the record only to users who may see it, in their organisation", async () => {
	const { organisation, path } = fixture;
	expect((await openBrowser().get(`${path}/record`)).headers.get("location")).toContain(`/${organisation.id}?to=`);
	const finance = await createStaff({ organisationId: organisation.id, privileges: ["payments:r"] });
	expect((await (await signedInBrowser(finance)).browser.get(`${path}/record`)).status).toBe(403);
	const other = await createOrganisation();
	const { browser } = await signedInBrowser(await createStaff({ organisationId: other.id }));
	const elsewhere = `/${other.id}/candidate-info/${fixture.applicant.publicId}/record`;
	expect((await browser.get(elsewhere)).status).toBe(404);
});

test("shows the passport picture when there is one, and sends nothing but pictures", async () => {
	expect((await show()).html).not.toContain("/photo");
	await env.FILES.put("photos/summary.jpg", "jpeg");
	const { publicId } = await createApplicant(fixture.application, { photoKey: "photos/summary.jpg" });
	const path = `/${fixture.organisation.id}/candidate-info/${publicId}`;
	expect((await show("", path)).html).toContain(`src="${path}/photo"`);
	const picture = await openBrowser().get(`${path}/photo`);
	expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
	expect(picture.headers.get("content-security-policy")).toContain("sandbox");
	expect(picture.headers.get("cache-control")).toBe("no-store");
	const other = await createOrganisation();
	for (const nowhere of [`/${other.id}/candidate-info/${publicId}/photo`, `${fixture.path}/photo`])
		expect((await openBrowser().get(nowhere)).status, nowhere).toBe(404);
});

test("keeps the page out of search engines, and the name out of link previews", async () => {
	const { answer, html } = await show();
	expect(answer.headers.get("x-robots-tag")).toContain("noindex");
	expect(answer.headers.get("cache-control")).toBe("no-store");
	const metas = tagsOf(html, "meta");
	expect(metas.find((tag) => tag.includes('name="robots"'))).toContain("noindex");
	const previews = metas.filter((tag) => tag.includes("og:") || tag.includes('name="description"'));
	expect(previews.length).toBeGreaterThan(2);
	expect(previews.filter((tag) => /Adaeze|Okafor/.test(tag))).toEqual([]);
});

test("says in the summary where nothing of a form is public", async () => {
	const { publicId } = await createApplicant(fixture.application, { hasForm: false });
	const { answer, html } = await show("", `/${fixture.organisation.id}/candidate-info/${publicId}`);
	expect(answer.status).toBe(200);
	const { name } = fixture.organisation;
	expect(textOf(html)).toContain(`The form is not public Staff of ${name} can log in to view it.`);
});

test("does not find it in another organisation or by an unknown id, and stores nothing", async () => {
	const other = await createOrganisation();
	for (const path of [
		`/${other.id}/candidate-info/${fixture.applicant.publicId}`,
		`/${fixture.organisation.id}/candidate-info/nobody-has-this-id`,
	]) {
		const { answer, html } = await show("", path);
		expect(answer.status, path).toBe(404);
		expect(html).not.toContain("Okafor");
		expect(tagsOf(html, "meta").find((tag) => tag.includes('name="robots"'))).toContain("noindex");
	}
});

test("limits addresses that open too many summaries", async () => {
	const headers = { "cf-connecting-ip": crypto.randomUUID() };
	const open = (path: string) => openBrowser().get(path, { headers });
	for (let opened = 0; opened < 60; opened++) await (await open(`${fixture.path}-${opened % 7}`)).body?.cancel();
	const refused = await open(fixture.path);
	const html = await refused.text();
	expect([refused.status, textOf(html)]).toMatchObject([
		429,
		expect.stringContaining("Too many attempts. Wait a few minutes and try again."),
	]);
	expect(html).not.toContain("Okafor");
	expect((await openBrowser().get(fixture.path)).status).toBe(200);
});
