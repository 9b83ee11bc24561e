import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from "node:http";
import { afterEach, describe, expect, test, vi } from "vitest";
import { httpMailer } from "#worker/gateways/mail/http";

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
const mail = { organisationId: "acme", to: "ada@acme.example", subject: "Ẹ káàbọ̀", text: "Hi", html: "<p>Hi</p>" };
const accept = (response: ServerResponse) => void response.end('{"id":"1"}');

/** The error's whole text, its cause included. */
const errorOf = async (sending: Promise<void>): Promise<string> => {
	const error = await sending.then(
		() => undefined,
		(thrown: unknown) => thrown,
	);
	if (!(error instanceof Error)) throw new Error("the message was sent");
	return `${error.stack} ${String(error.cause)}`;
};

describe("httpMailer", () => {
	test("a message arrives as it was written, with the key as a bearer token", async () => {
		const { url, received } = await startProvider(accept);
		await httpMailer(url, key, from).send(mail);
		const { organisationId: _, ...written } = mail;
		expect(received).toHaveLength(1);
		expect(received[0]).toMatchObject({
			method: "POST",
			headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
		});
		expect(received[0]?.body).toEqual({ ...written, from, to: [mail.to] });
	});

	test.each([400, 401, 422, 429, 500, 503])(
		"an answer of %s is an error that names neither key nor mail",
		async (status) => {
			const { url } = await startProvider((response) => response.writeHead(status).end(`${key} ${mail.to}`));
			const error = await errorOf(httpMailer(url, key, from).send(mail));
			expect(error).toContain(`the mail provider answered ${status}`);
			expect(error).not.toContain(key);
			expect(error).not.toContain(mail.to);
		},
	);

	test("a redirect gets neither the key nor the message", async () => {
		const { url, received } = await startProvider((response) =>
			response.writeHead(307, { location: "/elsewhere" }).end(),
		);
		expect(await errorOf(httpMailer(url, key, from).send(mail))).toContain("answered with a redirect");
		expect(received).toHaveLength(1);
	});

	test("a provider that does not answer within five seconds is an error", async () => {
		const timeout = AbortSignal.timeout.bind(AbortSignal);
		// why: the limit is looked at and then shortened; nobody waits five seconds for a test.
		const limit = vi.spyOn(AbortSignal, "timeout").mockImplementation(() => timeout(50));
		const { url } = await startProvider(() => undefined);
		const error = await errorOf(httpMailer(url, key, from).send(mail));
		expect(error).toContain("TimeoutError");
		expect(error).not.toContain(key);
		expect(limit).toHaveBeenCalledWith(5_000);
	});

	test("a provider that is not there is an error without the key", async () => {
		const { url } = await startProvider(accept);
		await stopServer();
		const error = await errorOf(httpMailer(url, key, from).send(mail));
		expect(error).toContain("ECONNREFUSED");
		expect(error).not.toContain(key);
	});

	test("a line break in the subject or the sender adds no header and no recipient", async () => {
		const { url, received } = await startProvider(accept);
		const sender = "Acme\r\nBcc: eve@evil.test <no-reply@acme.example>";
		await httpMailer(url, key, sender).send({ ...mail, subject: "Hi\r\nBcc: eve@evil.test" });
		expect(received[0]?.body).toMatchObject({
			to: [mail.to],
			subject: "Hi Bcc: eve@evil.test",
			from: "Acme Bcc: eve@evil.test <no-reply@acme.example>",
		});
		expect(Object.keys(received[0]?.body ?? {})).not.toContain("bcc");
	});

	test.each(["ada@acme.example, eve@evil.test", "ada@acme.example\r\nBcc: eve@evil.test", "<ada@acme.example>", ""])(
		"%j is no recipient, and nothing is sent",
		async (to) => {
			const { url, received } = await startProvider(accept);
			await expect(httpMailer(url, key, from).send({ ...mail, to })).rejects.toThrow("plain address");
			expect(received).toHaveLength(0);
		},
	);
});
