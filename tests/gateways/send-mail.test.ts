import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import PostalMime from "postal-mime";
import { afterEach, describe, expect, inject, test } from "vitest";
import { testClock } from "#tests/support/clock";
import { createOrganisation, testDb } from "#tests/support/factories";
import type { ReceivedMail } from "#tests/support/mail-server";
import type { ProviderCall } from "#tests/support/provider-server";
import type { RequestContext } from "#worker/context";
import { outboxMails } from "#worker/database/schema/records";
import { readEnv } from "#worker/env";
import { chooseMailer } from "#worker/gateways/mail/choose-mailer";
import type { Mail, Mailer } from "#worker/gateways/mail/interface";
import { smtpMailer } from "#worker/gateways/mail/smtp";
import { usualTimeouts } from "#worker/gateways/mail/smtp-session";

const { smtp, tls, brokenTls, reports } = inject("mailServer");
const provider = inject("provider");

let mailer: Mailer | undefined;
afterEach(async () => {
	await mailer?.close();
	mailer = undefined;
});

const openMailer = (settings: Record<string, string>) => {
	const ctx: Partial<RequestContext> = {
		...testClock(),
		env: readEnv({ ...env, ...settings }),
		databaseFor: testDb,
	};
	mailer = chooseMailer(ctx as RequestContext);
	return mailer;
};

/** Returns what the mail server has received for this address, and its number of connections. */
const receivedBy = async (to: string) => {
	const known = await (await fetch(reports)).json<{
		received: ReceivedMail[];
		sessions: number;
		passwordsSentToUntrusted: number;
	}>();
	return { ...known, received: known.received.filter((mail) => mail.to.includes(to)) };
};

const mailTo = (to: string): Mail => ({
	organisationId: "acme",
	id: crypto.randomUUID(),
	to,
	fromName: "Crestfield University",
	replyTo: "office@crestfield.example",
	subject: "Ẹ káàbọ̀",
	text: "Dear Ada,\n.\nHi",
	html: "<p>Hi</p>",
});
const pdfBytes = new TextEncoder().encode("%PDF-1.4\n%%EOF");
const newAddress = () => `${crypto.randomUUID()}@acme.example`;

describe("an email sent over SMTP", () => {
	test("arrives complete with its files, and the next ones use the same connection", async () => {
		const to = newAddress();
		const { send } = openMailer({ MAIL_TRANSPORT: "smtp", SMTP_URL: smtp });
		const before = (await receivedBy(to)).sessions;
		const bytes = crypto.getRandomValues(new Uint8Array(50_000));
		await send({ ...mailTo(to), attachments: [{ name: "Ìwé ẹ̀rí.pdf", mimetype: "application/pdf", bytes }] });
		for (let index = 0; index < 5; index++) await send(mailTo(to));
		const { received, sessions } = await receivedBy(to);
		expect([received.length, sessions - before]).toEqual([6, 1]);
		const read = await PostalMime.parse(received[0]?.raw ?? "");
		expect([read.subject, read.text?.trimEnd(), read.html?.trim()]).toEqual([
			"Ẹ káàbọ̀",
			"Dear Ada,\n.\nHi",
			"<p>Hi</p>",
		]);
		expect(read.from).toEqual({ name: "Crestfield University", address: "no-reply@matricula.example" });
		expect(read.attachments.map(({ filename }) => filename)).toEqual(["Ìwé ẹ̀rí.pdf"]);
		expect(Buffer.from(read.attachments[0]?.content as ArrayBuffer).equals(Buffer.from(bytes))).toBe(true);
	});

	test("is sent once when many are sent at the same time", async () => {
		const to = newAddress();
		const { send } = openMailer({ MAIL_TRANSPORT: "smtp", SMTP_URL: smtp });
		const before = (await receivedBy(to)).sessions;
		await Promise.all(Array.from({ length: 20 }, () => send(mailTo(to))));
		const { received, sessions } = await receivedBy(to);
		const ids = received.map(({ raw }) => /^Message-ID: (.+)\r$/m.exec(raw)?.[1]);
		expect([received.length, new Set(ids).size, sessions - before]).toEqual([20, 20, 3]);
	});

	test("affects no other when it is refused or interrupted", async () => {
		const to = newAddress();
		const { send } = openMailer({ MAIL_TRANSPORT: "smtp", SMTP_URL: smtp });
		await send(mailTo(to));
		await expect(send(mailTo("nobody@acme.example"))).rejects.toMatchObject({ isFinal: true, isOfThisMail: true });
		await send(mailTo(to));
		await expect(send(mailTo("hangup@acme.example"))).rejects.toMatchObject({ isFinal: false, isOfThisMail: true });
		await send(mailTo(to));
		expect((await receivedBy(to)).received).toHaveLength(3);
	});

	test("does not fail permanently when the server cannot be reached", async () => {
		const { send } = openMailer({ MAIL_TRANSPORT: "smtp", SMTP_URL: "smtp://127.0.0.1:1" });
		await expect(send(mailTo(newAddress()))).rejects.toMatchObject({
			isFinal: false,
			isOfThisMail: false,
			reason: "The mail server could not be reached.",
		});
	});
});

describe("an email sent over TLS", () => {
	test.each([
		["from the first byte", tls.fromStart],
		["after STARTTLS", tls.startTls],
	])("%s is sent after signing in, with the server's name", async (_how, url) => {
		const to = newAddress();
		const { send } = openMailer({ MAIL_TRANSPORT: "smtp", SMTP_URL: url });
		await send(mailTo(to));
		await send({ ...mailTo(to), attachments: [{ name: "a.pdf", mimetype: "application/pdf", bytes: pdfBytes }] });
		expect((await receivedBy(to)).received).toHaveLength(2);
	});

	test.each([
		["is not trusted", tls.untrusted],
		["is for another name", tls.fromStart.replace("localhost", "127.0.0.1")],
	])("is not sent, and neither is the password, when the server's certificate %s", async (_what, url) => {
		const to = newAddress();
		const { send } = openMailer({ MAIL_TRANSPORT: "smtp", SMTP_URL: url });
		await expect(send(mailTo(to))).rejects.toMatchObject({
			isFinal: false,
			isOfThisMail: false,
			reason: "The mail server could not be reached.",
		});
		expect(await receivedBy(to)).toMatchObject({ received: [], passwordsSentToUntrusted: 0 });
	});

	// why: an unhandled rejection fails the run by itself.
	test.each([
		["an untrusted certificate", tls.untrustedStartTls],
		["another server's certificate", tls.startTls.replace("localhost", "127.0.0.1")],
		["silence", brokenTls.nothing],
		["something other than TLS", brokenTls.noise],
	])(
		"is not sent when STARTTLS is answered with %s, is marked for a retry, and leaves nothing open",
		async (_what, url) => {
			const to = newAddress();
			const timeouts = { ...usualTimeouts, openTimeout: 1_000 };
			const { send } = smtpMailer(url, "Matricula <no-reply@matricula.example>", timeouts);
			const noted = await receivedBy(to);
			await expect(send(mailTo(to))).rejects.toMatchObject({
				isFinal: false,
				isOfThisMail: false,
				message: expect.stringContaining("after STARTTLS"),
				reason: "No secure connection to the mail server: its certificate or its encryption is at fault.",
			});
			expect(await receivedBy(to)).toEqual({ ...noted, received: [] });
			// why: the runtime reports a rejection after it has closed the connection.
			await new Promise((resolve) => setTimeout(resolve, 100));
		},
	);

	test("is retried when the server disconnects halfway, also after STARTTLS", async () => {
		const to = newAddress();
		const { send } = openMailer({ MAIL_TRANSPORT: "smtp", SMTP_URL: tls.startTls });
		await send(mailTo(to));
		await expect(send(mailTo("hangup@acme.example"))).rejects.toMatchObject({ isFinal: false, isOfThisMail: true });
		await send(mailTo(to));
		expect((await receivedBy(to)).received).toHaveLength(2);
	});
});

describe("a provider over HTTP", () => {
	const callsTo = async (to: string) => {
		const calls = await (await fetch(provider.url)).json<ProviderCall[]>();
		return calls.filter(({ body }) => [body.to].flat().includes(to));
	};

	test("receives an email with its key and its file, and accepts the same email again as the same", async () => {
		const to = newAddress();
		const { send } = openMailer({
			MAIL_TRANSPORT: "http",
			MAIL_API_URL: `${provider.url}/emails`,
			MAIL_API_KEY: provider.key,
		});
		const mail = { ...mailTo(to), attachments: [{ name: "a.pdf", mimetype: "application/pdf", bytes: pdfBytes }] };
		await send(mail);
		await send(mail);
		const calls = await callsTo(to);
		expect(calls.map(({ status, idempotencyKey }) => [status, idempotencyKey])).toEqual([
			[200, `acme.${mail.id}`],
			[200, `acme.${mail.id}`],
		]);
		expect(calls[0]?.body).toMatchObject({
			from: "Crestfield University <no-reply@matricula.example>",
			reply_to: "office@crestfield.example",
			attachments: [{ filename: "a.pdf", content: Buffer.from(pdfBytes).toString("base64") }],
		});
		await expect(send({ ...mail, subject: "Another" })).rejects.toMatchObject({ isFinal: true, isOfThisMail: true });
	});
});

describe("an email kept in the outbox", () => {
	const mailsOf = (organisationId: string) =>
		testDb().select().from(outboxMails).where(eq(outboxMails.organisationId, organisationId));

	test("is stored as it would be sent, once however often it is sent", async () => {
		const { id: organisationId } = await createOrganisation();
		const { send } = openMailer({ MAIL_TRANSPORT: "outbox" });
		const mail = { ...mailTo("ada@acme.example"), organisationId, id: "mail-1" };
		const attachments = [{ name: "../a.pdf", mimetype: "application/pdf", bytes: new Uint8Array(3) }];
		await send({ ...mail, attachments });
		await send({ ...mail, attachments, subject: "Another" });
		const { subject, text, html } = mail;
		expect(await mailsOf(organisationId)).toMatchObject([
			{
				subject,
				text,
				html,
				recipient: "ada@acme.example",
				sender: "Crestfield University <no-reply@matricula.example>",
				replyTo: "office@crestfield.example",
				messageId: `<${organisationId}.mail-1@matricula.example>`,
				attachments: [{ name: ".._a.pdf", mimetype: "application/pdf", size: 3 }],
			},
		]);
	});

	test("without an id is stored as often as it is sent", async () => {
		const { id: organisationId } = await createOrganisation();
		const { send } = openMailer({ MAIL_TRANSPORT: "outbox" });
		const { id: _, ...mail } = mailTo("ada@acme.example");
		await send({ ...mail, organisationId });
		await send({ ...mail, organisationId });
		expect((await mailsOf(organisationId)).map(({ messageId }) => messageId)).toEqual([null, null]);
	});

	test("is stored again in another organisation, whatever its id", async () => {
		const { send } = openMailer({ MAIL_TRANSPORT: "outbox" });
		for (const { id } of [await createOrganisation(), await createOrganisation()]) {
			await send({ ...mailTo("ada@acme.example"), organisationId: id, id: "mail-1" });
			expect(await mailsOf(id)).toHaveLength(1);
		}
	});
});
