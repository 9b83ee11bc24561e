import { beforeAll, expect, test } from "vitest";
import { createOrganisation, testDb } from "#tests/support/factories";
import { type Browser, openBrowser } from "#tests/support/portal-browser";
import { linkOf, linksOf, tagsOf, textOf } from "#tests/support/portal-page";
import { createStaff, signedInBrowser } from "#tests/support/portal-session";
import { outboxMails } from "#worker/database/schema/records";

const keepMail = (organisationId: string, id: string, values: Partial<typeof outboxMails.$inferInsert> = {}) =>
	testDb()
		.insert(outboxMails)
		.values({
			organisationId,
			id,
			recipient: `${id}@acme.example`,
			sender: "Acme <no-reply@acme.example>",
			subject: `Mail ${id}`,
			text: "Hi",
			createdAt: Date.UTC(2026, 10, 1),
			...values,
		});

let browser: Browser;
let here: string;
let organisationId: string;
beforeAll(async () => {
	({ id: organisationId } = await createOrganisation());
	here = `/${organisationId}/outbox`;
	({ browser } = await signedInBrowser(await createStaff({ organisationId, privileges: ["candiemail:r"] })));
	for (let index = 0; index < 22; index++)
		await keepMail(organisationId, `m${String(index).padStart(2, "0")}`, {
			createdAt: Date.UTC(2026, 10, 1, 9, index),
		});
	await keepMail(organisationId, "whole", {
		subject: "Your place <b>at</b> Crestfield",
		html: "<p>Dear <b>Ada</b></p>",
		text: "Dear Ada,\n\n<b>welcome</b>",
		replyTo: "office@acme.example",
		messageId: "<acme.1@acme.example>",
		attachments: [
			{ name: "letter.pdf", mimetype: "application/pdf", size: 2048 },
			{ name: "letter.pdf", mimetype: "application/pdf", size: 4096 },
		],
		createdAt: Date.UTC(2026, 10, 2),
	});
});

const pageAt = async (path: string) => (await browser.get(here + path)).text();

test("links the newest emails first, twenty a page", async () => {
	const first = await pageAt("");
	expect(textOf(first)).toMatch(/Your place <b>at<\/b> Crestfield.*Mail m21.*Mail m03/);
	expect(textOf(first)).not.toContain("Mail m02");
	expect(textOf(first)).toContain("November 1st 2026, 10:21");
	expect(first).toContain('aria-label="2 attachments"');
	expect(linksOf(first)).toContain(`${here}/m21`);
	expect(linkOf(first, "Newer")).toBeUndefined();
	const second = await (await browser.get(linkOf(first, "Older") ?? "")).text();
	expect(textOf(second)).toMatch(/Mail m02.*Mail m00/);
	expect(linkOf(second, "Older")).toBeUndefined();
	expect(linkOf(second, "Newer")).toBe(here);
});

test("shows an email's headers and text, and its HTML in a frame without scripts", async () => {
	const page = await pageAt("/whole");
	const text = textOf(page);
	for (const said of [
		"Acme <no-reply@acme.example>",
		"whole@acme.example",
		"office@acme.example",
		"<acme.1@acme.example>",
		"letter.pdf 2KB",
		"letter.pdf 4KB",
		"Dear Ada, <b>welcome</b>",
	])
		expect(text).toContain(said);
	const [frame] = tagsOf(page, "iframe");
	expect(frame).toContain(`src="${here}/whole/page"`);
	expect(frame).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
	expect(linkOf(page, "Outbox")).toBe(here);
	const framed = await browser.get(`${here}/whole/page`);
	expect(await framed.text()).toContain("<p>Dear <b>Ada</b></p>");
	const policy = framed.headers.get("content-security-policy");
	expect(policy).toMatch(/default-src 'none'.*frame-ancestors 'self'; sandbox allow-popups/);
	expect(policy).not.toContain("script");
	expect(framed.headers.get("cache-control")).toContain("no-store");
});

test("shows no frame for an email without HTML", async () => {
	expect(tagsOf(await pageAt("/m01"), "iframe")).toEqual([]);
});

test("explains an empty outbox", async () => {
	const { id } = await createOrganisation();
	const { browser } = await signedInBrowser(await createStaff({ organisationId: id }));
	expect(textOf(await (await browser.get(`/${id}/outbox`)).text())).toContain("No emails yet");
	expect(textOf(await (await browser.get(`/${id}/outbox?page=7`)).text())).toContain("No more emails");
});

test("links the outbox from the search page for users who may read it", async () => {
	const led = await (await browser.get(`/${organisationId}/search?q=outbox`)).text();
	expect(linksOf(led)).toContain(here);
	const { browser: other } = await signedInBrowser(await createStaff({ organisationId, privileges: ["candidate:r"] }));
	expect(linksOf(await (await other.get(`/${organisationId}/search?q=outbox`)).text())).not.toContain(here);
});

test.each(["", "/whole", "/whole/page"])("refuses outbox%s to a user who may not read it", async (path) => {
	const { browser: other } = await signedInBrowser(await createStaff({ organisationId, privileges: ["candidate:r"] }));
	const refused = await other.get(here + path);
	expect(refused.status).toBe(403);
	expect(await refused.text()).not.toContain("Ada");
	const nobody = await openBrowser().get(here + path);
	expect(nobody.headers.get("location")).toBe(`/${organisationId}?to=${encodeURIComponent(here + path)}`);
});

test("does not find an unknown email, or another organisation's", async () => {
	const { id } = await createOrganisation();
	await keepMail(id, "theirs", { html: "<p>Hi</p>" });
	for (const path of ["/theirs", "/theirs/page", "/nobody", "/%00", `/${"a".repeat(300)}`])
		expect((await browser.get(here + path)).status, path).toBe(404);
});

test.each(["-1", "abc", "1e9", "99999999999", "%00"])(
	"shows the newest emails for the page number %s",
	async (page) => {
		const response = await browser.get(`${here}?page=${page}`);
		expect(response.status).toBe(200);
		expect(textOf(await response.text())).toContain("Mail m21");
	},
);
