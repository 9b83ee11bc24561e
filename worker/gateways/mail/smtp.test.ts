import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";
import { afterEach, describe, expect, test } from "vitest";
import { smtpMailer, smtpOptions } from "#worker/gateways/mail/smtp";

let server: SMTPServer | undefined;
afterEach(() => new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve())));

/** A mail server on a free port that keeps what it is sent. */
const startServer = async (): Promise<{ url: string; received: { to: string[]; raw: string }[] }> => {
	const received: { to: string[]; raw: string }[] = [];
	const started = new SMTPServer({
		authOptional: true,
		disabledCommands: ["STARTTLS", "AUTH"],
		onData: (stream, session, callback) => {
			const chunks: Buffer[] = [];
			stream.on("data", (chunk: Buffer) => chunks.push(chunk));
			stream.on("end", () => {
				const to = session.envelope.rcptTo.map(({ address }) => address);
				received.push({ to, raw: Buffer.concat(chunks).toString() });
				callback();
			});
		},
	});
	server = started;
	await new Promise<void>((resolve) => started.listen(0, "127.0.0.1", resolve));
	const address = started.server.address();
	if (address === null || typeof address === "string") throw new Error("no port");
	return { url: `smtp://127.0.0.1:${address.port}`, received };
};

const mail = { organisationId: "acme", to: "ada@acme.example", subject: "Ẹ káàbọ̀", text: "Hi", html: "<p>Hi</p>" };

describe("smtpMailer", () => {
	test("a message arrives as it was written", async () => {
		const { url, received } = await startServer();
		await smtpMailer(url, "Matricula <no-reply@matricula.example>").send(mail);
		const message = await PostalMime.parse(received[0]?.raw ?? "");
		expect(received[0]?.to).toEqual(["ada@acme.example"]);
		expect(message.subject).toBe(mail.subject);
		expect(message.from?.address).toBe("no-reply@matricula.example");
		expect(message.text?.trim()).toBe("Hi");
		expect(message.html?.trim()).toBe("<p>Hi</p>");
	});

	test("a line break in the subject adds no header and no recipient", async () => {
		const { url, received } = await startServer();
		await smtpMailer(url, "no-reply@matricula.example").send({ ...mail, subject: "Hi\r\nBcc: eve@evil.test" });
		const message = await PostalMime.parse(received[0]?.raw ?? "");
		expect(received[0]?.to).toEqual(["ada@acme.example"]);
		expect(message.bcc).toBeUndefined();
	});

	test("a server that is not there is an error", async () => {
		const { url } = await startServer();
		await new Promise<void>((resolve) => server?.close(() => resolve()));
		await expect(smtpMailer(url, "no-reply@matricula.example").send(mail)).rejects.toThrow("ECONNREFUSED");
		server = undefined;
	});
});

describe("smtpOptions", () => {
	test("smtps is TLS from the start, with the password decoded", () => {
		expect(smtpOptions("smtps://ada:p%40ss@mail.example")).toEqual({
			host: "mail.example",
			port: 465,
			secure: true,
			auth: { user: "ada", pass: "p@ss" },
			requireTLS: false,
		});
	});

	test("a password is never sent before TLS", () => {
		expect(smtpOptions("smtp://ada:pw@mail.example:2525")).toMatchObject({
			port: 2525,
			secure: false,
			requireTLS: true,
		});
	});
});
