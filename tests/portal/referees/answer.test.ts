import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import {
	createApplicant,
	createApplication,
	createInvitation,
	createOrganisation,
	createReferee,
	testDb,
} from "#tests/support/factories";
import { openBrowser } from "#tests/support/portal-browser";
import { errorsOf, formOf, linksOf, tagsOf, textOf } from "#tests/support/portal-page";
import type { FormLayout } from "#worker/contract/forms/form-schema";
import { referees } from "#worker/database/schema/applicants";
import { rateLimits } from "#worker/database/schema/auth";

const question = (fieldId: string, type: string, label: string, props: object = {}) => ({
	id: `row-${fieldId}`,
	cols: [{ fieldId, type, props: { label, ...props } }],
});
const options = [{ label: "Lecturer", value: "Lecturer" }];
const layout: FormLayout = {
	sections: [
		{ id: "about", title: "About the applicant", rows: [question("surname", "text", "Surname")] },
		{
			id: "academic",
			title: "Academic referee's report",
			refereeSectionType: "academic",
			rows: [
				question("relation", "select", "Relationship", { required: true, options }),
				question("report", "textarea", "Your report", { required: true }),
				question("opinion", "wysiwyg", "In short"),
				question("since", "number", "Years known"),
				question("scan", "file", "Signed letter", { required: true }),
				question("origin", "select", "Where you live", { source: "nigeria-states-lga" }),
				{ ...question("prize", "text", "Prize"), repeatable: true },
			],
		},
	],
};

const openFixture = async (invitation: Parameters<typeof createInvitation>[1] = {}) => {
	const organisation = await createOrganisation();
	const application = await createApplication(organisation.id, { layout, title: "Postgraduate 2026" });
	const applicant = await createApplicant(application, { data: { surname: "A secret of hers" } });
	const referee = await createReferee(applicant, { kind: "academic", name: "Dr Musa Danjuma" });
	const path = `/${organisation.id}/referee/${await createInvitation(referee, invitation)}`;
	const browser = openBrowser();
	const headers = { "cf-connecting-ip": crypto.randomUUID() };
	const read = async (response: Response) => {
		const html = await response.text();
		return { status: response.status, headers: response.headers, html, text: textOf(html) };
	};
	return {
		organisation,
		applicant,
		referee,
		path,
		show: async (address = path) => read(await browser.get(address, { headers })),
		send: async (fields: Record<string, string | string[]>, address = path) =>
			read(await browser.post(address, { ...shown, ...fields }, { headers })),
		rowOf: async () => (await testDb().select().from(referees).where(eq(referees.id, referee.id)))[0],
	};
};

/** The page's hidden inputs, which name the questions on it. */
const shown = { "~field": ["relation", "report", "opinion", "since", "origin", "prize"] };
const enough = { relation: "Lecturer", report: "She is careful and kind." };

test("shows a referee the institution, the applicant and the questions, and nothing else of the applicant or other referees", async () => {
	const { show, organisation } = await openFixture();
	const { status, headers, html, text } = await show();
	expect(status).toBe(200);
	for (const part of [
		"Your reference for Adaeze Chinonso Okafor",
		`Dear Dr Musa Danjuma, ${organisation.name} asks you for a reference.`,
		"Application Postgraduate 2026",
		"Academic referee's report",
		"Your report",
	])
		expect(text).toContain(part);
	expect(text).not.toMatch(/secret|Surname|Signed letter/);
	expect(headers.get("cache-control")).toBe("no-store");
	expect(headers.get("x-robots-tag")).toContain("noindex");
	// why not no-referrer: with it a browser does not name the origin of a form, and the form would be refused.
	expect(headers.get("referrer-policy")).toBe("same-origin");
	expect(tagsOf(html, "meta").find((tag) => tag.includes('name="robots"'))).toContain("noindex");
	expect(linksOf(html)).toEqual([]);
});

test("stores the reference and shows the thank-you page", async () => {
	const { send, show, rowOf, organisation } = await openFixture();
	const place = { "origin.state": "Lagos", "origin.lga": "Eti Osa" };
	const sent = await send({ ...enough, opinion: "One\n\nTwo", since: "4", ...place });
	expect([sent.status, sent.headers.get("location")]).toEqual([302, `/${organisation.id}/referee`]);
	expect(await rowOf()).toMatchObject({
		status: "submitted",
		data: { ...enough, opinion: "<p>One</p><p>Two</p>", since: 4, origin: { state: "Lagos", lga: "Eti Osa" } },
	});
	const thanks = await show(`/${organisation.id}/referee`);
	expect(thanks.status).toBe(200);
	expect(thanks.text).toContain("Thank you. Your reference has been received.");
	expect(thanks.text).not.toMatch(/Adaeze|Musa/);
});

test("refuses a used link, for reading and for sending", async () => {
	const { send, show, rowOf } = await openFixture();
	await send(enough);
	for (const again of [await show(), await send({ ...enough, report: "Changed my mind" })]) {
		expect(again.status).toBe(410);
		expect(again.text).toContain("This reference has been given. There is nothing more for you to do.");
		expect(again.html).not.toMatch(/Adaeze|Musa|<form/);
	}
	expect((await show()).text).toContain("Thank you");
	expect((await rowOf())?.data?.report).toBe(enough.report);
});

test("says that a link has expired, and reveals nothing", async () => {
	const { send, show, rowOf } = await openFixture({ expiresAt: Date.now() - 1 });
	for (const late of [await show(), await send(enough)]) {
		expect(late.status).toBe(410);
		expect(late.text).toContain("This link has expired");
		expect(late.html).not.toMatch(/Adaeze|Musa|Postgraduate|<form/);
	}
	expect((await rowOf())?.status).toBe("pending");
});

test("returns what was typed as text on the page of an ended link, and accepts nothing more", async () => {
	const late = {
		...enough,
		report: "Ọlá <b>is</b>\r\n\r\ncareful",
		opinion: "<p>Kind &amp; <em>calm</em></p>",
		since: "4",
		ticked: "true",
	};
	const expired = await openFixture({ expiresAt: Date.now() - 1 });
	const used = await openFixture();
	await used.send(enough);
	for (const { send } of [expired, used]) {
		const response = await send({ ...late, "~do": "" });
		expect(response.status).toBe(410);
		expect(response.text).toContain("Your reference was not sent");
		expect(response.text).not.toContain("Thank you");
		expect(typedOn(response.html)).toBe("Lecturer\n\nỌlá <b>is</b>\n\ncareful\n\nKind & calm\n\n4\n\nYes");
		expect(response.html).not.toMatch(/<form|<b>is|<input/);
	}
});

test("says when a link ends while its page is sent, and returns what was typed", async () => {
	const { send, rowOf } = await openFixture();
	await env.DB.prepare(
		`CREATE TRIGGER it_ends_at_once AFTER UPDATE ON rate_limits BEGIN UPDATE referee_invitations SET expires_at = 0; END`,
	).run();
	const response = await send(enough);
	await env.DB.prepare("DROP TRIGGER it_ends_at_once").run();
	expect(response.status).toBe(410);
	expect(response.text).toContain("This link has expired");
	expect(typedOn(response.html)).toContain(enough.report);
	expect((await rowOf())?.status).toBe("pending");
});

test("offers to send again after too many requests, with all typed values", async () => {
	const { send, rowOf, path } = await openFixture();
	for (let time = 0; time < 60; time++) await send(enough, `${path.slice(0, -6)}guess${time % 10}`);
	const refused = await send({ ...enough, opinion: "One\n\nTwo" });
	expect(refused.status).toBe(429);
	expect(refused.text).toContain("Too many attempts. Wait a few minutes and try again.");
	expect(typedOn(refused.html)).toContain(enough.report);
	const again = formOf(refused.html, path);
	expect(again).toMatchObject({ ...enough, opinion: "One\n\nTwo" });
	expect(tagsOf(refused.html, "input").filter((tag) => tag.includes('name="~field"'))).toHaveLength(6);
	await testDb().delete(rateLimits);
	expect((await send({ ...again, ...shown })).status).toBe(302);
	expect((await rowOf())?.data).toMatchObject(enough);
});

test("returns a text that is too long for the service to be shortened", async () => {
	const { send, rowOf } = await openFixture();
	const long = "x".repeat(1_100_000);
	const refused = await send({ ...enough, report: long });
	expect(refused.status).toBe(413);
	expect(refused.text).toContain("What was sent is too large.");
	expect(errorsOf(refused.html, "report")).toBe("Your report can have at most 20,000 characters");
	expect(refused.html).toContain(`${long}</textarea>`);
	expect((await rowOf())?.status).toBe("pending");
});

/** Returns the typed values that the page shows. */
const typedOn = (html: string): string => {
	const [, text = ""] = /<textarea[^>]*readonly[^>]*>\n?([\s\S]*?)<\/textarea>/i.exec(html) ?? [];
	return text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&").replaceAll("\r\n", "\n");
};

test("does not find an invented link, or one below another institution or none", async () => {
	const { path, organisation, show, send } = await openFixture();
	const token = path.split("/").at(-1);
	const elsewhere = (await createOrganisation()).id;
	for (const address of [
		`/${organisation.id}/referee/${"A".repeat(43)}`,
		`/${organisation.id}/referee/short`,
		`/${organisation.id}/referee/${encodeURIComponent('"><script>alert(1)</script>')}`,
		`/${elsewhere}/referee/${token}`,
		`/no-such-place/referee/${token}`,
		`/%3Cscript%3E/referee/${token}`,
	]) {
		for (const response of [await show(address), await send(enough, address)]) {
			expect([address, response.status]).toEqual([address, 404]);
			expect(response.html).not.toMatch(/Adaeze|Musa|<script>alert/);
		}
		expect((await show(address)).text).toContain("This link does not exist.");
	}
});

test("shows what is missing or wrong beside the question, and keeps everything typed", async () => {
	const { send, rowOf } = await openFixture();
	const long = `Ọlá ${"x".repeat(10_000)} <b>not bold</b>`;
	const refused = await send({ report: long, since: "many", opinion: '<p>Kind</p><img src=x onerror="alert(1)">' });
	expect(refused.status).toBe(422);
	expect(errorsOf(refused.html, "relation")).toBe("Choose relationship");
	expect(errorsOf(refused.html, "since")).toBe("Years known must be a number");
	expect(refused.text).toContain("2 answers need another look.");
	expect(refused.html).toContain(`${"x".repeat(10_000)} &lt;b&gt;not bold&lt;/b&gt;</textarea>`);
	expect(refused.html).not.toMatch(/<img|<b>not bold/);
	expect(refused.html).toContain('value="many"');
	expect((await rowOf())?.status).toBe("pending");

	expect((await send({ ...enough, report: long })).status).toBe(302);
	expect((await rowOf())?.data?.report).toBe(long);
});

test("ignores fields that were not asked, whatever their names", async () => {
	const { send, rowOf } = await openFixture();
	const names = ["__proto__", "constructor", "surname", "scan", "prize__2", "~sections.academic", "status"];
	const strange = Object.fromEntries(names.map((name) => [name, "9999"]));
	const sent = await send({ ...enough, ...strange, "~field": [...shown["~field"], ...names] });
	expect(sent.status).toBe(302);
	expect((await rowOf())?.data).toEqual(enough);
});

test("repeats a row by its button without sending the form, up to twenty times", async () => {
	const { send, show, rowOf } = await openFixture();
	const add = { "~do": "add:rows:prize-row".replace("prize-row", "row-prize") };
	expect((await show()).html).toContain(`value="${add["~do"]}"`);
	const two = await send({ ...enough, prize: "First", "~rows.row-prize": "1", ...add });
	expect(two.status).toBe(200);
	expect(two.html).toMatch(/name="prize"[^>]*value="First"|value="First"[^>]*name="prize"/);
	expect(two.html).toContain('name="prize__2"');
	expect(two.html).toContain("She is careful and kind.</textarea>");
	const less = await send({
		prize: "First",
		prize__2: "Second",
		"~rows.row-prize": "2",
		"~do": "remove:rows:1:row-prize",
		"~field": ["prize", "prize__2"],
	});
	expect(less.html).toMatch(/name="prize"[^>]*value="Second"|value="Second"[^>]*name="prize"/);
	expect(less.html).not.toContain('name="prize__2"');
	const many = await send({ "~rows.row-prize": "10000", ...add });
	expect(tagsOf(many.html, "input").filter((tag) => /name="prize/.test(tag))).toHaveLength(20);
	expect((await rowOf())?.status).toBe("pending");
	const field = ["prize", "prize__2"];
	await send({
		...enough,
		prize: "First",
		prize__2: "Second",
		"~rows.row-prize": "2",
		"~field": [...shown["~field"], ...field],
	});
	expect((await rowOf())?.data).toEqual({ ...enough, prize: "First", prize__2: "Second" });
});

test("makes an address that tries many links wait", async () => {
	const { show, path } = await openFixture();
	for (let time = 0; time < 60; time++) await show(`${path.slice(0, -6)}guess${time % 10}`);
	const refused = await show();
	expect(refused.status).toBe(429);
	expect(refused.text).not.toContain("Adaeze");
});
