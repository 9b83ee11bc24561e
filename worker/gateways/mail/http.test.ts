import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from "node:http";
import { afterEach, describe, expect, test, vi } from "vitest";
import { httpMailer } from "#worker/gateways/mail/http";
import { type Mail, MailError } from "#worker/gateways/mail/interface";

interface Received {
	method: string | undefined;
	headers: IncomingHttpHeaders;
	body: Record<string, unknown>;
}

let server: Server | undefined;
const stopServer = async () => {
	server?.closeAllConnections();
	await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
	server = undefined;
};
afterEach(async () => {
	vi.restoreAllMocks();
	await stopServer();
});

/** A mail provider on a free port that keeps what it is sent. */
const startProvider = async (answer: (response: ServerResponse) => void) => {
	const received: Received[] = [];
	const started = createServer(async (request, response) => {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk);
		const { method, headers } = request;
		received.push({ method, headers, body: JSON.parse(Buffer.concat(chunks).toString()) });
		answer(response);
	});
	server = started;
	await new Promise<void>((resolve) => started.listen(0, "127.0.0.1", resolve));
	const address = started.address();
	if (address === null || typeof address === "string") throw new Error("no port");
	return { url: `http://127.0.0.1:${address.port}/emails`, received };
};

const key = "re_key-that-nobody-may-read";
const from = "Matricula <no-reply@matricula.example>";
const mail: Mail = {
	organisationId: "acme",
	to: "ada@acme.example",
	subject: "Ẹ káàbọ̀",
	text: "Hi",
	html: "<p>Hi</p>",
};
const accept = (response: ServerResponse) => void response.end('{"id":"1"}');

const faultOf = async (sending: Promise<void>): Promise<MailError> => {
	const error = await sending.then(
		() => undefined,
		(thrown: unknown) => thrown,
	);
	if (!(error instanceof MailError)) throw new Error(`no MailError, but ${String(error)}`);
	return error;
};

/** The error's whole text, its cause included. */
const textOf = (error: MailError) => `${error.stack} ${error.reason} ${String(error.cause)}`;

describe("httpMailer", () => {
	test("sends a message as it was written, with the key as a bearer token", async () => {
		const { url, received } = await startProvider(accept);
		await httpMailer(url, key, from).send(mail);
		const { organisationId: _, ...written } = mail;
		expect(received).toHaveLength(1);
		expect(received[0]).toMatchObject({
			method: "POST",
			headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
		});
		expect(received[0]?.headers).not.toHaveProperty("idempotency-key");
		expect(received[0]?.body).toEqual({
			...written,
			from,
			to: [mail.to],
			headers: { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "OOF, AutoReply" },
		});
	});

	test("sends the institution's name, its address and its files, and the same email under the same key", async () => {
		const { url, received } = await startProvider(accept);
		const bytes = new TextEncoder().encode("xPDF bytes").subarray(1);
		const whole: Mail = {
			...mail,
			id: "m-1",
			fromName: "Crestfield University",
			replyTo: "office@crestfield.example",
			attachments: [{ name: "Ìwé.pdf", mimetype: "application/pdf", bytes }],
		};
		const mailer = httpMailer(url, key, from);
		await mailer.send(whole);
		await mailer.send(whole);
		await mailer.close();
		expect(received.map(({ headers }) => headers["idempotency-key"])).toEqual(["acme.m-1", "acme.m-1"]);
		expect(received[0]?.body).toMatchObject({
			from: "Crestfield University <no-reply@matricula.example>",
			reply_to: "office@crestfield.example",
			headers: { "Message-ID": "<acme.m-1@matricula.example>" },
			attachments: [{ filename: "Ìwé.pdf", content: btoa("PDF bytes"), content_type: "application/pdf" }],
		});
		expect(received[1]?.body).toEqual(received[0]?.body);
	});

	test.each([
		[400, "", { isFinal: true, isOfThisMail: true }],
		[413, "", { isFinal: true, isOfThisMail: true }],
		[422, "validation_error", { isFinal: true, isOfThisMail: true }],
		[422, "invalid_from_address", { isFinal: false, isOfThisMail: false }],
		[409, "concurrent_idempotent_requests", { isFinal: false, isOfThisMail: true }],
		[409, "invalid_idempotent_request", { isFinal: true, isOfThisMail: true }],
		[401, "missing_api_key", { isFinal: false, isOfThisMail: false }],
		[403, "validation_error", { isFinal: false, isOfThisMail: false }],
		[404, "not_found", { isFinal: false, isOfThisMail: false }],
		[408, "", { isFinal: false, isOfThisMail: false }],
		[429, "rate_limit_exceeded", { isFinal: false, isOfThisMail: false }],
		[500, "", { isFinal: false, isOfThisMail: false }],
		[503, "", { isFinal: false, isOfThisMail: false }],
	])("says whose fault the response %s %s is, and names neither key nor email", async (status, name, about) => {
		const { url } = await startProvider((response) =>
			response
				.writeHead(status)
				.end(name ? JSON.stringify({ name, message: `${key} ${mail.to}` }) : `${key} ${mail.to}`),
		);
		const fault = await faultOf(httpMailer(url, key, from).send(mail));
		expect(fault).toMatchObject({ ...about, message: `the mail provider answered ${status}` });
		expect(fault.reason).toContain(String(status));
		expect(textOf(fault)).not.toContain(key);
		expect(textOf(fault)).not.toContain(mail.to);
	});

	test("sends neither the key nor the message to a redirect", async () => {
		const { url, received } = await startProvider((response) =>
			response.writeHead(307, { location: "/elsewhere" }).end(),
		);
		const fault = await faultOf(httpMailer(url, key, from).send(mail));
		expect(fault).toMatchObject({ isFinal: false, isOfThisMail: false });
		expect(fault.message).toContain("answered with a redirect");
		expect(received).toHaveLength(1);
	});

	test("does not blame the email for a provider that is silent for twenty seconds", async () => {
		const timeout = AbortSignal.timeout.bind(AbortSignal);
		// why: the limit is looked at and then shortened; nobody waits twenty seconds for a test.
		const limit = vi.spyOn(AbortSignal, "timeout").mockImplementation(() => timeout(50));
		const { url } = await startProvider(() => undefined);
		const fault = await faultOf(httpMailer(url, key, from).send(mail));
		expect(fault).toMatchObject({ isFinal: false, isOfThisMail: false });
		expect(fault.message).toContain("TimeoutError");
		expect(textOf(fault)).not.toContain(key);
		expect(limit).toHaveBeenCalledWith(20_000);
	});

	test("does not blame the email for an unreachable provider, and reveals no key", async () => {
		const { url } = await startProvider(accept);
		await stopServer();
		const fault = await faultOf(httpMailer(url, key, from).send(mail));
		const reason = "The mail service could not be reached.";
		expect(fault).toMatchObject({ isFinal: false, isOfThisMail: false, reason });
		expect(fault.message).toContain("ECONNREFUSED");
		expect(textOf(fault)).not.toContain(key);
	});

	test("adds no header and no recipient for a line break in the subject or the sender", async () => {
		const { url, received } = await startProvider(accept);
		const sender = "Acme\r\nBcc: eve@evil.test <no-reply@acme.example>";
		await httpMailer(url, key, sender).send({ ...mail, id: "a\r\nb", subject: "Hi\r\nBcc: eve@evil.test" });
		expect(received[0]?.body).toMatchObject({
			to: [mail.to],
			subject: "Hi Bcc: eve@evil.test",
			from: '"Acme Bcc: eve@evil.test" <no-reply@acme.example>',
		});
		expect(received[0]?.headers["idempotency-key"]).toBe("acme.a%0D%0Ab");
		expect(Object.keys(received[0]?.body ?? {})).not.toContain("bcc");
	});

	test.each(["ada@acme.example, eve@evil.test", "ada@acme.example\r\nBcc: eve@evil.test", "<ada@acme.example>", ""])(
		"refuses the recipient %j, and sends nothing",
		async (to) => {
			const { url, received } = await startProvider(accept);
			await expect(httpMailer(url, key, from).send({ ...mail, to })).rejects.toThrow("plain address");
			expect(received).toHaveLength(0);
		},
	);
});
