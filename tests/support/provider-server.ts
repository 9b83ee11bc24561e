import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A call to the provider, as it arrived. */
export interface ProviderCall {
	path: string;
	authorization: string | null;
	idempotencyKey: string | null;
	body: { to: string | string[] } & Record<string, unknown>;
	/** The provider's response. */
	status: number;
}

type ProviderResponse = [status: number, body: object, retryAfter?: () => string];

const tooMany = { statusCode: 429, name: "rate_limit_exceeded", message: "Too many requests" };
const unavailable = { statusCode: 503, name: "application_error", message: "Service unavailable" };

/** How the provider responds to calls for this recipient, one after another; later ones are accepted. */
const faults: Readonly<Record<string, readonly ProviderResponse[]>> = {
	toomany: [
		[429, tooMany],
		[503, unavailable],
	],
	retryafter: [
		[429, tooMany, () => "300"],
		[503, unavailable, () => new Date(Date.now() + 900_000).toUTCString()],
		[429, tooMany, () => "1"],
		[429, tooMany, () => "86400"],
	],
	busyWithIt: [[409, { statusCode: 409, name: "concurrent_idempotent_requests", message: "Wait" }, () => "240"]],
	invalid: [[422, { statusCode: 422, name: "validation_error", message: "Invalid `to` field" }]],
};

/**
 * Starts a mail provider on a free port of this machine. It takes mails as Resend does (`POST /emails`) and recognises an
 * idempotency key that it has seen; `GET /` returns the calls that it received.
 */
export const startProvider = async (apiKey: string) => {
	const calls: ProviderCall[] = [];
	const accepted = new Map<string, { body: string; id: string }>();

	const answerTo = (request: IncomingMessage, text: string): ProviderResponse => {
		const body = JSON.parse(text) as ProviderCall["body"];
		const to = String(Array.isArray(body.to) ? body.to[0] : body.to);
		const who = to.slice(0, to.includes("@") ? to.indexOf("@") : undefined).replace(/^.*\+/, "");
		const tries = calls.filter((call) => JSON.stringify(call.body.to) === JSON.stringify(body.to)).length;
		const fault = faults[who]?.[tries];
		if (fault) return fault;
		if (request.headers.authorization !== `Bearer ${apiKey}`)
			return [401, { statusCode: 401, name: "missing_api_key", message: "Missing API key" }];
		const key = String(request.headers["idempotency-key"] ?? crypto.randomUUID());
		const known = accepted.get(key);
		if (known && known.body !== text)
			return [409, { statusCode: 409, name: "invalid_idempotent_request", message: "Same key, other mail" }];
		const id = known?.id ?? crypto.randomUUID();
		accepted.set(key, { body: text, id });
		return [200, { id }];
	};

	const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk as Buffer);
		const text = Buffer.concat(chunks).toString();
		if (request.method === "GET") return response.end(JSON.stringify(calls));
		const [status, body, retryAfter] = answerTo(request, text);
		calls.push({
			path: request.url ?? "",
			authorization: request.headers.authorization ?? null,
			idempotencyKey: String(request.headers["idempotency-key"] ?? "") || null,
			body: JSON.parse(text),
			status,
		});
		if (retryAfter) response.setHeader("retry-after", retryAfter());
		return response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		stop: async () => {
			server.closeAllConnections();
			await new Promise<void>((resolve) => server.close(() => resolve()));
		},
	};
};
