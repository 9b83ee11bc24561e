import * as v from "valibot";
import { fetchBounded, UnusableAnswer } from "#worker/gateways/fetch-bounded";
import type { Answered, Exchange, GatewayFault } from "#worker/gateways/payments/port";
import { redact } from "#worker/gateways/payments/redact";
import { readRetryAfter } from "#worker/gateways/retry-after";

const limits = { timeoutMs: 10_000, maxAnswerBytes: 256_000 };

export interface ProviderRequest {
	method: "GET" | "POST";
	url: string;
	headers?: Record<string, string>;
	body?: string;
	/** Values of this call that the ledger must not keep, besides the keys. */
	secrets?: readonly string[];
}

export interface ProviderAnswer {
	status: number;
	text: string;
}

/** Calls the provider and notes the call. @throws {ProviderFault} when no answer comes, or one that says to try later */
export type Call = (request: ProviderRequest) => Promise<ProviderAnswer>;

/** Ends a conversation with a fault. */
export class ProviderFault extends Error {
	override name = "ProviderFault";
	readonly code: GatewayFault;
	readonly retryAfterMs: number | null;

	constructor(code: GatewayFault, detail: string, retryAfterMs: number | null = null) {
		super(detail);
		this.code = code;
		this.retryAfterMs = retryAfterMs;
	}
}

/** Runs a conversation with a provider, and returns its value or fault with the calls that were made. */
export const converse = async <T>(
	{ name, secrets }: { name: string; secrets: readonly (string | undefined)[] },
	run: (call: Call) => Promise<T>,
): Promise<Answered<T>> => {
	const exchanges: Exchange[] = [];
	const known = secrets.flatMap((secret) => secret ?? []);
	try {
		const value = await run((request) => callProvider(name, request, { known, exchanges }));
		return { ok: true, value, exchanges };
	} catch (error) {
		if (!(error instanceof ProviderFault)) throw error;
		const { code, message, retryAfterMs } = error;
		return { ok: false, code, detail: redact(message, known), retryAfterMs, exchanges };
	}
};

const callProvider = async (
	name: string,
	{ method, url, headers = {}, body, secrets = [] }: ProviderRequest,
	{ known, exchanges }: { known: readonly string[]; exchanges: Exchange[] },
): Promise<ProviderAnswer> => {
	const clean = (text: string) => redact(text, [...known, ...secrets]);
	const startedAt = Date.now();
	const note = (status: number | null, responseBody: string | null) =>
		exchanges.push({
			method,
			url: clean(url),
			requestBody: body === undefined ? null : clean(body),
			status,
			responseBody: responseBody === null ? null : clean(responseBody),
			startedAt,
			ms: Date.now() - startedAt,
		});
	try {
		const init: RequestInit = { method, headers: { accept: "application/json", ...headers } };
		const response = await fetchBounded(url, body === undefined ? init : { ...init, body }, limits);
		const text = await response.text();
		note(response.status, text);
		const isLater = response.status === 429 || response.status === 408 || response.status >= 500;
		if (!isLater) return { status: response.status, text };
		const detail = `${name} is not available: it answered ${response.status}.`;
		throw new ProviderFault("unavailable", detail, readRetryAfter(response.headers) ?? null);
	} catch (error) {
		if (error instanceof ProviderFault) throw error;
		const detail = `${name} is not available: ${reasonOf(error)}.`;
		note(null, null);
		throw new ProviderFault("unavailable", detail);
	}
};

const reasonOf = (error: unknown): string => {
	if (error instanceof UnusableAnswer) return error.message;
	if (error instanceof Error && error.name === "TimeoutError")
		return `no answer within ${limits.timeoutMs / 1_000} seconds`;
	return "it could not be reached";
};

/** Reads a body of JSON by its schema. @throws {ProviderFault} unavailable, when it is something else */
export const readJson = <T>(name: string, text: string, schema: v.GenericSchema<unknown, T>): T => {
	const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text.replace(/^\uFEFF/, ""));
	if (parsed.success) return parsed.output;
	// why not 'failed': a proxy's page or a changed body says nothing about the payment.
	throw new ProviderFault("unavailable", `${name} answered with something that it does not document.`);
};

/** Returns the body of a form post. */
export const formBody = (fields: Record<string, string>): { headers: Record<string, string>; body: string } => ({
	headers: { "content-type": "application/x-www-form-urlencoded" },
	body: new URLSearchParams(fields).toString(),
});

export const jsonBody = (body: object): { headers: Record<string, string>; body: string } => ({
	headers: { "content-type": "application/json" },
	body: JSON.stringify(body),
});

/** Returns the address of a provider's page when a browser may be sent there. @throws {ProviderFault} unavailable */
export const pageAddress = (name: string, text: string, isLocal: boolean): string => {
	const isPage = URL.canParse(text) && ["https:", ...(isLocal ? ["http:"] : [])].includes(new URL(text).protocol);
	if (isPage) return text;
	throw new ProviderFault("unavailable", `${name} answered with a page that cannot be opened.`);
};
