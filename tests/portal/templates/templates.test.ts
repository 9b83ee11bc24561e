import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { createApplicant, createApplication, createOrganisation, testDb } from "#tests/support/factories";
import type { Browser } from "#tests/support/portal-browser";
import { openForm } from "#tests/support/portal-form";
import { errorsOf, linkOf, tagsOf, textOf } from "#tests/support/portal-page";
import { createStaff, signedInBrowser } from "#tests/support/portal-session";
import { outboxMails } from "#worker/database/schema/records";
import { templates, workflowSteps } from "#worker/database/schema/workflows";

let organisationId: string;
let application: Awaited<ReturnType<typeof createApplication>>;
let browser: Browser;
const at = (path: string) => `/${organisationId}/${path}`;
const pageOf = async (path: string, as = browser) => (await as.get(path)).text();

beforeEach(async () => {
	organisationId = (await createOrganisation()).id;
	application = await createApplication(organisationId);
	browser = (await signedInBrowser(await createStaff({ organisationId }))).browser;
});

/** Opens the form of a page, fills it in and presses one of its buttons. */
const press = async (path: string, intent: string, fields: Record<string, string> = {}, html?: string) => {
	const form = openForm(html ?? (await pageOf(path)), "template");
	for (const [name, value] of Object.entries({ ...fields, intent })) form.set(name, value);
	return browser.post(path, form);
};

const create = async (type: string, fields: Record<string, string>) => {
	const saved = await press(at(`manage-template?type=${type}`), "save", fields);
	expect(saved.status).toBe(302);
	return (saved.headers.get("location") ?? "").replace(/&saved=.*/, "");
};
const offer = { name: "Offer", subject: "For {{firstName}}", content: "Dear {{firstName}},\n\nwelcome." };

test("each type has a tab with its own templates, those of the product apart", async () => {
	const to = await create("email", offer);
	await create("sms", { name: "Tomorrow", content: "Hi {{firstName}}" });
	const own = { organisationId, type: "email" as const, content: "<p>x</p>", createdAt: 1, updatedAt: 1 };
	await testDb()
		.insert(templates)
		.values({ ...own, id: "received", name: "Received", origin: "system", subject: "x" });
	const page = await pageOf(at("templates"));
	expect(textOf(page)).toMatch(/Email.*Document.*SMS.*Offer.*Active.*Nothing yet.*System templates.*Received/);
	expect(linkOf(page, "Offer (opens in a new tab)")).toBe(`${to}&mode=edit`);
	expect(tagsOf(page, "a").find((tag) => tag.includes("mode=edit"))).toContain('target="_blank"');
	expect(textOf(await pageOf(at("templates?type=sms")))).toContain("Tomorrow");
	expect(textOf(await pageOf(at("templates?type=document")))).toContain("No document templates yet");
	expect(textOf(await pageOf(at("templates?q=nothing")))).toContain("No email templates found");
	const system = await pageOf(at("manage-template?id=received"));
	expect(textOf(system)).toContain("This is a system template.");
	expect(system).not.toContain('value="save"');
});

test("a text is written, changed and kept as paragraphs; what is wrong stands beside its field with what was typed", async () => {
	const wrong = await press(at("manage-template?type=email"), "save", { ...offer, content: "Dear {{fristName}}" });
	const html = await wrong.text();
	expect([wrong.status, errorsOf(html, "content")]).toEqual([
		422,
		"The text has a merge field that does not exist: {{fristName}}",
	]);
	expect(openForm(html, "template").get("subject")).toBe("For {{firstName}}");
	const to = await create("email", offer);
	const form = openForm(await pageOf(to), "template");
	expect(form.get("content")).toBe("<p>Dear {{firstName}},</p>\n<p>welcome.</p>");
	const stale = form.get("version");
	expect((await press(to, "save", { content: "Hello" })).status).toBe(302);
	const refused = await press(to, "save", { content: "Mine", version: String(stale) });
	const both = await refused.text();
	expect([refused.status, textOf(both)]).toEqual([409, expect.stringContaining("Saved by somebody else.")]);
	expect(openForm(both, "template").get("content")).toBe("Mine");
	const twice = await press(at("manage-template?type=email"), "save", { ...offer, name: "OFFER" });
	expect(errorsOf(await twice.text(), "name")).toBe("There is already an email template called “OFFER”.");
});

test("the mode is kept in the session: the preview stays until the form is chosen", async () => {
	const to = await create("email", offer);
	const opened = await browser.get(`${to}&mode=preview`);
	expect([opened.status, opened.headers.get("location")]).toEqual([302, to]);
	expect(textOf(await pageOf(to))).toMatch(/With samples in the merge fields.*For \[First name\].*On a phone/);
	await browser.get(`${to}&mode=edit`);
	expect(textOf(await pageOf(to))).not.toContain("On a phone");
});

test("is previewed for an applicant before it is saved, and sent to oneself", async () => {
	const applicant = await createApplicant(application, { firstName: "Ngozi", lastName: "Eze" });
	const to = await create("email", offer);
	expect((await browser.get(at(`applicants/${applicant.id}`))).status).toBe(200);
	const found = await press(to, "find", { content: "Draft for {{firstName}}" });
	const html = await found.text();
	expect(textOf(html)).toMatch(/As Ngozi .*Eze gets it.*Subject ?For Ngozi.*Draft for Ngozi/);
	const shown = openForm(html, "template");
	expect(shown.get("candidateId")).toBe(applicant.id);
	const page = await browser.post(at("manage-template/page"), shown);
	expect([page.headers.get("content-type"), await page.text()]).toEqual([
		expect.stringContaining("text/html"),
		expect.stringContaining("Draft for Ngozi"),
	]);
	const sent = await press(to, "test", {}, html);
	expect(textOf(await sent.text())).toContain("A test was sent to ");
	const mails = await testDb().select().from(outboxMails).where(eq(outboxMails.organisationId, organisationId));
	expect(mails.map(({ subject }) => subject)).toEqual(["Test: For Ngozi"]);
	const back = await press(to, "edit", {}, html);
	expect(openForm(await back.text(), "template").get("content")).toContain("Draft for {{firstName}}");
	const document = await create("document", { name: "Letter", content: "<h1>Offer</h1>" });
	const letter = await press(document, "preview");
	const pdf = await browser.post(at("manage-template/page"), openForm(await letter.text(), "template"));
	expect([pdf.status, pdf.headers.get("content-type")]).toEqual([200, "application/pdf"]);
});

test("an SMS shows its messages", async () => {
	const to = await create("sms", { name: "Tomorrow", content: "₦5,000 {{firstName}}" });
	expect(textOf(await pageOf(to))).toMatch(/20 characters, 1 message, 50 left\. ₦ is beyond the usual alphabet/);
	expect(textOf(await (await press(to, "preview")).text())).toMatch(/₦5,000 \[First name\].*1 message/);
});

test("is switched off, copied, restored and deleted; one that a stage sends is kept", async () => {
	const to = await create("email", offer);
	const id = new URL(to, "http://x").searchParams.get("id") ?? "";
	const switched = await press(to, "deactivate");
	expect(switched.status).toBe(302);
	expect(textOf(await pageOf(to))).toMatch(/“Offer” is inactive now|Inactive/);
	const dialog = (path: string) => at(`manage-template/${path}?id=${id}&type=email`);
	const sendForm = async (path: string, form: string, fields: Record<string, string>) => {
		const opened = openForm(await pageOf(path), form);
		for (const [name, value] of Object.entries(fields)) opened.set(name, value);
		return browser.post(path, opened);
	};
	const copied = await sendForm(dialog("copy"), "copy-template", { name: "Offer too" });
	expect(copied.headers.get("location")).toMatch(/manage-template\?id=[\w-]+$/);
	expect(textOf(await pageOf(copied.headers.get("location") ?? ""))).toContain("“Offer too” was created");
	expect(textOf(await pageOf(dialog("history")))).toMatch(/History of Offer.*changed it.*created it/);
	const step = eq(workflowSteps.id, application.steps[0]?.id ?? "");
	await testDb().update(workflowSteps).set({ emailTemplateId: id }).where(step);
	expect(textOf(await pageOf(dialog("delete")))).toMatch(/“Offer” cannot be deleted: 1 stage \(.*\) depends on it/);
	await testDb().update(workflowSteps).set({ emailTemplateId: null }).where(step);
	const deleted = await sendForm(dialog("delete"), "delete-record", {});
	expect(deleted.headers.get("location")).toBe(at("templates?type=email"));
	expect((await browser.get(to)).status).toBe(404);
});

test("who may only read sees the text, and neither its preview nor a button", async () => {
	const to = await create("email", offer);
	const reader = (await signedInBrowser(await createStaff({ organisationId, privileges: ["templates:r"] }))).browser;
	const page = await pageOf(to, reader);
	expect(page).toContain("Dear {{firstName}}");
	expect(page).not.toMatch(/value="(save|preview|deactivate)"/);
	expect(textOf(page)).not.toContain("Preview Template");
	await reader.get(`${to}&mode=preview`);
	expect(textOf(await pageOf(to, reader))).not.toContain("On a phone");
});
