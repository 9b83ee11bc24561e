import { env } from "cloudflare:workers";
import { afterEach, describe, expect, test, vi } from "vitest";
import { testClock } from "#tests/support/clock";
import { createOrganisation, createUser, signIn, testDb } from "#tests/support/factories";
import { serviceApp } from "#tests/support/service-app";
import { allPermissions } from "#worker/contract/permissions";
import { outboxMails } from "#worker/database/schema/records";
import type { Env } from "#worker/env";
import { outboxRoutes } from "#worker/services/outbox/routes";

afterEach(() => vi.restoreAllMocks());

const clock = testClock();
const call = serviceApp([outboxRoutes], clock);
const callWith = (bindings: Partial<Env>) => serviceApp([outboxRoutes], clock, bindings);

const openFixture = async () => {
	const { id: organisationId } = await createOrganisation();
	const { headers } = await signIn(await createUser({ organisationId, privileges: ["candiemail:r"] }), clock.now());
	const read = async <T>(path: string, app = call) => {
		const response = await app(path, { headers });
		return { status: response.status, body: (await response.json()) as T };
	};
	return { organisationId, headers, read };
};

const keepMail = (organisationId: string, id: string, values: Partial<typeof outboxMails.$inferInsert> = {}) =>
	testDb()
		.insert(outboxMails)
		.values({
			organisationId,
			id,
			recipient: "ada@acme.example",
			sender: "Acme <no-reply@acme.example>",
			subject: `Mail ${id}`,
			text: "Hi",
			createdAt: 1,
			...values,
		});

interface Page {
	data: { id: string }[];
	next: string | null;
}

describe("GET /outbox/mails", () => {
	test("lists twenty emails a page, newest first, without their texts", async () => {
		const { organisationId, read } = await openFixture();
		for (let index = 0; index < 21; index++)
			await keepMail(organisationId, `m${String(index).padStart(2, "0")}`, { createdAt: Math.floor(index / 2) });
		const { body } = await read<Page>("/outbox/mails");
		expect(body.next).toBe("/api/outbox/mails?page=1");
		expect(body.data.map(({ id }) => id)).toEqual(
			Array.from({ length: 20 }, (_, index) => `m${String(20 - index).padStart(2, "0")}`),
		);
		expect(body.data[0]).toEqual({
			id: "m20",
			from: "Acme <no-reply@acme.example>",
			to: "ada@acme.example",
			subject: "Mail m20",
			createdAt: 10,
			attachmentCount: 0,
		});
		expect((await read<Page>("/outbox/mails?page=1")).body).toMatchObject({
			data: [{ id: "m00" }],
			resultTotal: 21,
			next: null,
		});
	});

	test("shows mails to other staff, which may sign in as them, only to those who hold every privilege", async () => {
		const { organisationId, read } = await openFixture();
		const owner = await createUser({ organisationId, privileges: allPermissions });
		const { headers } = await signIn(owner, clock.now());
		const reset = { recipient: owner.email.toUpperCase(), html: "<p>Reset</p>" };
		await keepMail(organisationId, "reset", reset);
		await keepMail(organisationId, "to-applicant");
		expect((await read<Page>("/outbox/mails")).body).toMatchObject({ data: [{ id: "to-applicant" }], resultTotal: 1 });
		for (const path of ["/outbox/mails/reset", "/outbox/mails/reset/page"]) expect((await read(path)).status).toBe(404);
		const all = await (await call("/outbox/mails", { headers })).json<Page>();
		expect(all.data.map(({ id }) => id).sort()).toEqual(["reset", "to-applicant"]);
		const another = await createUser({ organisationId, privileges: ["candiemail:r"] });
		await keepMail(organisationId, "own", { recipient: another.email });
		const own = await call("/outbox/mails/own", { headers: (await signIn(another, clock.now())).headers });
		expect(own.status).toBe(200);
	});

	test("lists no emails of another organisation", async () => {
		const [here, there] = [await openFixture(), await openFixture()];
		await keepMail(there.organisationId, "theirs");
		expect((await here.read<Page>("/outbox/mails")).body).toMatchObject({ data: [], resultTotal: 0, next: null });
	});
});

describe("GET /outbox/mails/:id", () => {
	test("returns everything except the HTML", async () => {
		const { organisationId, read } = await openFixture();
		const attachments = [{ name: "a.pdf", mimetype: "application/pdf", size: 3 }];
		const more = { html: "<p>Hi</p>", replyTo: "office@acme.example", messageId: "<1@acme.example>", attachments };
		await keepMail(organisationId, "m1", more);
		expect(await read("/outbox/mails/m1")).toEqual({
			status: 200,
			body: {
				id: "m1",
				from: "Acme <no-reply@acme.example>",
				to: "ada@acme.example",
				subject: "Mail m1",
				replyTo: "office@acme.example",
				messageId: "<1@acme.example>",
				text: "Hi",
				hasPage: true,
				createdAt: 1,
				attachments,
				attachmentCount: 1,
			},
		});
	});

	test("does not find another organisation's email, or an unknown one", async () => {
		const [here, there] = [await openFixture(), await openFixture()];
		await keepMail(there.organisationId, "theirs", { html: "<p>Hi</p>" });
		for (const path of ["theirs", "theirs/page", "nobodys", "nobodys/page"])
			expect(await here.read(`/outbox/mails/${path}`)).toMatchObject({ status: 404, body: { code: "not_found" } });
	});
});

describe("GET /outbox/mails/:id/page", () => {
	const pageOf = async (html: string | null) => {
		const { organisationId, headers } = await openFixture();
		await keepMail(organisationId, "m1", { html });
		const response = await call("/outbox/mails/m1/page", { headers });
		return { answer: response, html: await response.text() };
	};

	test("returns the email's HTML, in which nothing runs and for which nothing but logos is fetched", async () => {
		const { answer } = await pageOf('<script>alert(1)</script><img src="https://evil.test/seen.gif">');
		const policy = answer.headers.get("content-security-policy") ?? "";
		expect(policy.split("; ")).toEqual(
			expect.arrayContaining([
				"default-src 'none'",
				`img-src data: ${env.PORTAL_ORIGIN}/api/organisation/`,
				"form-action 'none'",
				"frame-ancestors 'self'",
			]),
		);
		expect(policy).toMatch(/; sandbox allow-popups allow-popups-to-escape-sandbox$/);
		expect(policy).not.toContain("script");
		expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
	});

	test.each([
		["a whole page", '<!doctype html><html><head lang="en"><title>x</title></head><body>y</body></html>'],
		["a page without a head", "<p>Hi</p>"],
		["a page that mentions headers", "<header>Hi</header>"],
	])("opens the links of %s in a separate page", async (_what, html) => {
		const page = await pageOf(html);
		expect(page.html).toMatch(/<head[^>]*><base target="_blank">/);
		expect(page.html).toMatch(/^<!doctype html>/);
		expect(page.html.replace('<base target="_blank">', "")).toContain(html.replace(/^<!doctype html>/, ""));
	});

	test("responds 404 for an email without HTML", async () => {
		expect((await pageOf(null)).answer.status).toBe(404);
	});
});

describe("without an outbox", () => {
	test.each<[string, Partial<Env>]>([
		["in production", { ENVIRONMENT: "production" }],
		["when emails are sent", { MAIL_TRANSPORT: "smtp", SMTP_URL: "smtp://127.0.0.1:1" }],
	])("%s there is nothing to read", async (_where, bindings) => {
		vi.spyOn(console, "info").mockImplementation(() => undefined);
		const { organisationId, read } = await openFixture();
		await keepMail(organisationId, "m1", { html: "<p>Hi</p>" });
		for (const path of ["/outbox/mails", "/outbox/mails/m1", "/outbox/mails/m1/page"])
			expect(await read(path, callWith(bindings)), path).toMatchObject({ status: 404, body: { code: "not_found" } });
	});
});
