import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { createOrganisation, testDb } from "#tests/support/factories";
import type { Browser } from "#tests/support/portal-browser";
import { openForm } from "#tests/support/portal-form";
import { errorsOf, textOf } from "#tests/support/portal-page";
import { createStaff, signedInBrowser } from "#tests/support/portal-session";
import { templates } from "#worker/database/schema/workflows";

let organisationId: string;
let browser: Browser;
const at = (path: string) => `/${organisationId}/${path}`;
const pageOf = async (path: string, as = browser) => (await as.get(path)).text();
const published = async () =>
	(await testDb().select().from(templates).where(eq(templates.organisationId, organisationId))).map(
		({ content }) => content,
	);
const colleague = async (privileges?: Parameters<typeof createStaff>[0]["privileges"]) =>
	(await signedInBrowser(await createStaff({ organisationId, ...(privileges && { privileges }) }))).browser;

interface Pressed {
	intent: string;
	fields?: Record<string, string>;
	/** The page whose form is sent; the page as it is now when left out. */
	html?: string;
	as?: Browser;
}

/** Fills in the form of a page and presses one of its buttons. */
const press = async (path: string, { intent, fields = {}, html, as = browser }: Pressed) => {
	const form = openForm(html ?? (await pageOf(path, as)), "template");
	for (const [name, value] of Object.entries({ ...fields, intent })) form.set(name, value);
	return as.post(path, form);
};
/** Presses a button that leads back to the page. @returns that page */
const goOn = async (path: string, pressed: Pressed) => {
	const answer = await press(path, pressed);
	expect(answer.status).toBe(302);
	return pageOf(answer.headers.get("location") ?? "", pressed.as);
};
const typedIn = (html: string, name = "content") => openForm(html, "template").get(name);

let page: string;
beforeEach(async () => {
	organisationId = (await createOrganisation()).id;
	browser = (await signedInBrowser(await createStaff({ organisationId }))).browser;
	const texts = { name: "Offer", type: "email" as const, subject: "Your offer", content: "<p>Welcome.</p>" };
	await testDb()
		.insert(templates)
		.values({ ...texts, organisationId, id: "offer", createdAt: 1, updatedAt: 1 });
	page = at("manage-template?id=offer");
});

test("a draft is saved, found again, shown in the list and in the preview, and published", async () => {
	const saved = await goOn(page, { intent: "draft", fields: { content: "Dear {{firstName}}" } });
	expect([typedIn(saved), await published()]).toEqual(["<p>Dear {{firstName}}</p>", ["<p>Welcome.</p>"]]);
	expect(textOf(saved)).toMatch(/Offer.*Active.*Draft.*This is a draft, saved on .+ by .*Emails are sent.*Draft saved/);
	expect(textOf(await pageOf(at("templates")))).toMatch(/Offer.*Active.*Draft/);
	await browser.get(`${page}&mode=preview`);
	expect(textOf(await pageOf(page))).toContain("Dear [First name]");
	await browser.get(`${page}&mode=edit`);
	expect(textOf(await goOn(page, { intent: "save" }))).not.toMatch(/This is a draft|Discard draft/);
	expect(await published()).toEqual(["<p>Dear {{firstName}}</p>"]);
});

test("is saved while it is typed, without leaving the page, by one that has seen no later version", async () => {
	const html = await pageOf(page);
	for (const content of ["De", "Dear", "Dear you"]) {
		const kept = await press(page, { intent: "autosave", fields: { content }, html });
		expect([kept.status, typedIn(await kept.text())]).toEqual([200, content]);
	}
	expect(typedIn(await pageOf(page))).toBe("<p>Dear you</p>");
});

test("changes are undone and made again, and the draft is discarded", async () => {
	await goOn(page, { intent: "draft", fields: { subject: "For you" } });
	const undone = await goOn(page, { intent: "undo", fields: { content: "Not saved yet" } });
	expect([typedIn(undone), typedIn(undone, "subject")]).toEqual(["<p>Welcome.</p>", "For you"]);
	expect(textOf(undone)).toContain("Last change: subject");
	expect(typedIn(await goOn(page, { intent: "redo" }))).toBe("<p>Not saved yet</p>");
	await goOn(page, { intent: "undo" });
	await goOn(page, { intent: "undo" });
	const refused = await press(page, { intent: "undo" });
	expect([refused.status, textOf(await refused.text())]).toEqual([409, expect.stringContaining("nothing to undo")]);
	await goOn(page, { intent: "redo" });
	const discarded = await goOn(page, { intent: "discard" });
	expect([typedIn(discarded), textOf(discarded)]).toEqual([
		"<p>Welcome.</p>",
		expect.stringContaining("The draft was discarded"),
	]);
	expect(textOf(discarded)).toContain("The draft was discarded. Undo brings it back.");
	expect(discarded).not.toMatch(/value="discard"/);
	const back = await goOn(page, { intent: "undo" });
	expect([typedIn(back), typedIn(back, "subject")]).toEqual(["<p>Welcome.</p>", "For you"]);
	expect(back).toMatch(/value="discard"/);
});

test("what cannot be published is kept as a draft, and refused beside its field", async () => {
	const refused = await press(page, { intent: "save", fields: { content: "Dear {{fristName}}" } });
	expect([refused.status, errorsOf(await refused.text(), "content")]).toEqual([
		422,
		"The text has a merge field that does not exist: {{fristName}}",
	]);
	expect(typedIn(await pageOf(page))).toBe("<p>Dear {{fristName}}</p>");
});

test("a colleague's draft is shown and not written over; mine goes on top, and undo brings theirs back", async () => {
	const other = await colleague();
	const mine = await pageOf(page);
	await goOn(page, { intent: "draft", fields: { content: "Theirs" }, as: other });
	for (const intent of ["autosave", "draft", "save", "undo", "discard"]) {
		const refused = await press(page, { intent, fields: { content: "Mine" }, html: mine });
		const html = await refused.text();
		expect([refused.status, typedIn(html)]).toEqual([409, "Mine"]);
		expect(textOf(html)).toMatch(/has changed this draft since you opened it\..*Theirs.*Save mine as the draft/);
	}
	expect(await published()).toEqual(["<p>Welcome.</p>"]);
	const html = await (await press(page, { intent: "draft", fields: { content: "Mine" }, html: mine })).text();
	expect(typedIn(await goOn(page, { intent: "draft", html }))).toBe("<p>Mine</p>");
	expect(typedIn(await goOn(page, { intent: "undo" }))).toBe("<p>Theirs</p>");
});

test("says when the template was saved since the draft began", async () => {
	await goOn(page, { intent: "draft", fields: { content: "Mine" } });
	await testDb().update(templates).set({ content: "<p>Theirs</p>", updatedAt: 2 }).where(eq(templates.id, "offer"));
	expect(textOf(await pageOf(page))).toContain("The template was saved since the draft began");
	await goOn(page, { intent: "save" });
	expect(await published()).toEqual(["<p>Mine</p>"]);
});

test("the next template is a draft of the user alone, until it is created", async () => {
	const to = at("manage-template?type=sms");
	const saved = await goOn(to, { intent: "draft", fields: { name: "Tomorrow", content: "Hi {{firstName}}" } });
	expect(textOf(saved)).toMatch(/This is your draft, saved on .*It is not created yet/);
	expect(typedIn(await pageOf(to, await colleague()))).toBe("");
	await goOn(to, { intent: "save" });
	expect(typedIn(await pageOf(to), "name")).toBe("");
});

test("who may only read sees what is published, and no button of the draft", async () => {
	await goOn(page, { intent: "draft", fields: { content: "Mine" } });
	const html = await pageOf(page, await colleague(["templates:r"]));
	expect(html).toContain("Welcome.");
	expect(html).not.toMatch(/Mine|value="(draft|undo|redo|discard)"/);
});
