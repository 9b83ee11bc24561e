import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from "node:http";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { transferAt } from "#worker/gateways/auth-service";
import { signAccessToken } from "#worker/http/access-token";
import { googleTransfer } from "#worker/services/auth/contract";

interface Received {
	method: string | undefined;
	url: string | undefined;
	headers: IncomingHttpHeaders;
	body: string;
}

let server: Server | undefined;
const logged = vi.fn();
beforeEach(() => void vi.spyOn(console, "error").mockImplementation(logged));
afterEach(async () => {
	vi.restoreAllMocks();
	logged.mockReset();
	server?.closeAllConnections();
	await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
	server = undefined;
});

/** An auth service on a free port that keeps what it is sent. */
const startService = async (answer: (response: ServerResponse) => void) => {
	const received: Received[] = [];
	const started = createServer(async (request, response) => {
		const { method, url, headers } = request;
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk);
		received.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
		answer(response);
	});
	server = started;
	await new Promise<void>((resolve) => started.listen(0, "127.0.0.1", resolve));
	const address = started.address();
	if (address === null || typeof address === "string") throw new Error("no port");
	return { url: `http://127.0.0.1:${address.port}/api`, received };
};

const json =
	(body: unknown, status = 200) =>
	(response: ServerResponse) => {
		response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
	};

const tokenOf = (organisationId: string) =>
	signAccessToken("another secret, 32 characters long", { organisationId, userId: "u", sessionId: "s" }, Date.now());

const session = async (organisationId = "acme") => ({
	user: { id: "u", roles: [{ admin_level: null, role: { id: "r", name: "Officer" } }] },
	access_token: await tokenOf(organisationId),
	refresh_token: `${organisationId}.s.0.signature`,
});

const transfer = (url: string, code = "code-1") =>
	transferAt(url, googleTransfer.response)(
		{ params: { product: "admissions", orgName: "acme" }, body: { code } },
		"request-1",
	);

const notFound = { ok: false, problem: { code: "google_user_not_found" } };
const noAnswer = { ok: false, problem: { code: "network" } };

describe("transferAt", () => {
	test("posts the code, and nothing secret, to the auth service, and returns its session", async () => {
		const body = await session();
		const { url, received } = await startService(json(body));
		expect(await transfer(`${url}/`)).toEqual({ ok: true, value: body });
		expect(received).toHaveLength(1);
		expect(received[0]).toMatchObject({
			method: "POST",
			url: "/api/auth/products/admissions/organisations/acme/transfer",
			body: '{"code":"code-1"}',
		});
		expect(received[0]?.headers).toMatchObject({ "content-type": "application/json", "x-request-id": "request-1" });
		expect(Object.keys(received[0]?.headers ?? {})).not.toEqual(
			expect.arrayContaining([expect.stringMatching(/^(authorization|cookie|x-client-.*)$/)]),
		);
		expect(logged).not.toHaveBeenCalled();
	});

	test("returns nobody for an unknown code, and logs nothing", async () => {
		const { url } = await startService(json({ error: "User Not Found", code: "google_user_not_found" }, 404));
		expect(await transfer(url)).toMatchObject(notFound);
		expect(logged).not.toHaveBeenCalled();
	});

	test.each([400, 401, 422, 500, 503])("opens nothing for status %s, and logs it", async (status) => {
		const { url } = await startService(json(await session(), status));
		expect(await transfer(url)).toMatchObject(notFound);
		expect(logged.mock.calls.join()).toContain(`it answered ${status}`);
	});

	test("does not follow a redirect", async () => {
		const { url, received } = await startService((response) =>
			response.writeHead(307, { location: "/elsewhere" }).end(),
		);
		expect(await transfer(url)).toMatchObject(notFound);
		expect(received).toHaveLength(1);
	});

	test("reads no more than 64 kB", async () => {
		const { url } = await startService(json({ padding: "x".repeat(70_000) }));
		expect(await transfer(url)).toMatchObject(notFound);
		expect(logged.mock.calls.join()).toContain("more than 64000 bytes");
	});

	test("refuses a response without a session", async () => {
		const good = await session();
		const hostile: unknown[] = [
			null,
			"<h1>Bad Gateway</h1>",
			{ ...good, user: undefined },
			{ ...good, access_token: 7 },
			{ ...good, access_token: "not.a.token" },
			{ ...good, access_token: `${good.access_token}\r\nset-cookie: a=b` },
			{ ...good, refresh_token: `acme.${"x".repeat(1_000)}` },
			{ ...good, access_token: await tokenOf("other") },
			{ ...good, refresh_token: "other.s.0.signature" },
		];
		const answers = [...hostile];
		const { url } = await startService((response) => json(answers.shift())(response));
		for (const answer of hostile) expect(await transfer(url), JSON.stringify(answer)).toMatchObject(notFound);
		expect(logged).toHaveBeenCalledTimes(hostile.length);
		expect(logged.mock.calls.join()).not.toContain(good.access_token);
	});

	test("refuses a response that is not JSON", async () => {
		const { url } = await startService((response) => response.end("<h1>Bad Gateway</h1>"));
		expect(await transfer(url)).toMatchObject(notFound);
	});

	test("reports no connection to an auth service that is unreachable or silent for 10 seconds", async () => {
		const timeout = AbortSignal.timeout.bind(AbortSignal);
		// why: the limit is looked at and then shortened; nobody waits ten seconds for a test.
		const limit = vi.spyOn(AbortSignal, "timeout").mockImplementation(() => timeout(50));
		const { url } = await startService(() => undefined);
		expect(await transfer(url)).toMatchObject(noAnswer);
		expect(limit).toHaveBeenCalledWith(10_000);
		server?.closeAllConnections();
		await new Promise<void>((resolve) => server?.close(() => resolve()));
		server = undefined;
		expect(await transfer(url)).toMatchObject(noAnswer);
	});

	test("does not let the organisation's name lead to another page, and sends no endless code", async () => {
		const { url, received } = await startService(json({}, 404));
		const input = { params: { product: "admissions", orgName: "../x?y#z" }, body: { code: "c" } };
		expect(await transferAt(url, googleTransfer.response)(input, "request-1")).toMatchObject(notFound);
		expect(received[0]?.url).toBe("/api/auth/products/admissions/organisations/..%2Fx%3Fy%23z/transfer");
		expect(await transfer(url, "c".repeat(2_001))).toMatchObject(notFound);
		expect(received).toHaveLength(1);
	});
});
