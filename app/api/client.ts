import * as v from "valibot";
import { readProblem } from "#app/api/read-problem";
import type { Endpoint, EndpointInput, EndpointResponse, LocalResponse } from "#worker/contract/endpoint";
import type { FilePart } from "#worker/contract/forms/file-part";
import { type Problem, problem } from "#worker/contract/problems";
import type { Result } from "#worker/contract/result";

/** Where the services are: in this Worker, behind a binding, or at a URL. */
export interface ServicesFetcher {
	/** @param local takes the value of a success that is read in this Worker; its response is empty then */
	fetch(request: Request, local?: LocalResponse): Promise<Response>;
}

export interface Credentials {
	accessToken(): string | undefined;
	/** Renews the tokens, once for all calls that wait for it. @returns false when the session has ended */
	refresh(): Promise<Result<boolean>>;
}

interface CallOptions {
	/** Makes the call safe to repeat: a repeat gets the first response again. */
	idempotencyKey?: string;
	/** The bytes of a file that are asked for: a browser's own Range header, passed on. */
	range?: string | null;
	signal?: AbortSignal;
}

type SendOptions = CallOptions & { local?: LocalResponse };

export type ApiCall = <E extends Endpoint>(
	endpoint: E,
	input: EndpointInput<E>,
	options?: CallOptions,
) => Promise<Result<EndpointResponse<E>>>;

export interface ApiClient {
	call: ApiCall;
	send<E extends Endpoint>(endpoint: E, input: EndpointInput<E>, options?: CallOptions): Promise<Response | Problem>;
}

interface ClientOptions {
	fetcher: ServicesFetcher;
	credentials: Credentials;
	/** The headers of every call: request id, client address and the secret that authenticates the portal. */
	headers: Record<string, string>;
}

/**
 * Returns typed calls from the endpoints' own declarations. On 401 the tokens are renewed once and the call is made again
 * (§7); where no answer comes, the problem is `network`, status 600 (§8).
 */
export const createApiClient = ({ fetcher, credentials, headers }: ClientOptions): ApiClient => {
	const attempt = async (endpoint: Endpoint, input: LooseInput, options: SendOptions): Promise<Response | Problem> => {
		try {
			const request = buildRequest(endpoint, input, headers, credentials.accessToken(), options);
			return await fetcher.fetch(request, options.local);
		} catch (error) {
			console.error(
				JSON.stringify({ level: "error", message: "services unreachable", path: endpoint.path, error: String(error) }),
			);
			return problem("network");
		}
	};
	const send = async (
		endpoint: Endpoint,
		input: LooseInput,
		options: SendOptions = {},
	): Promise<Response | Problem> => {
		const first = await attempt(endpoint, input, options);
		if (!(first instanceof Response) || first.status !== 401 || endpoint.access === "public") return first;
		const refreshed = await credentials.refresh();
		if (!refreshed.ok) return refreshed.problem;
		return refreshed.value ? attempt(endpoint, input, options) : problem("session_expired");
	};
	return {
		send: (endpoint, input, options) => send(endpoint, input as LooseInput, options),
		call: async (endpoint, input, options) => {
			const local: LocalResponse = {};
			const answer = await send(endpoint, input as LooseInput, { ...options, local });
			if (!(answer instanceof Response)) return { ok: false, problem: answer };
			if (!answer.ok) return { ok: false, problem: await readProblem(answer) };
			if (local.value !== undefined) return { ok: true, value: local.value as EndpointResponse<typeof endpoint> };
			return { ok: true, value: v.parse(endpoint.response, await answer.json()) as EndpointResponse<typeof endpoint> };
		},
	};
};

interface LooseInput {
	params?: Record<string, string>;
	query?: Record<string, string | number | boolean | readonly string[] | undefined>;
	body?: unknown;
}

const buildRequest = (
	endpoint: Endpoint,
	{ params = {}, query = {}, body }: LooseInput,
	headers: Record<string, string>,
	accessToken: string | undefined,
	{ idempotencyKey, range, signal }: CallOptions,
): Request => {
	const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
	const asked = Object.entries(query).flatMap(([name, value]) =>
		value === undefined ? [] : `${name}=${encodeURIComponent(String(value))}`,
	);
	const search = asked.length === 0 ? "" : `?${asked.join("&")}`;
	const request = { ...headers };
	if (accessToken && endpoint.access !== "public") request.authorization = `Bearer ${accessToken}`;
	if (idempotencyKey) request["idempotency-key"] = idempotencyKey;
	if (range) request.range = range;
	// why: a form states its own encoding, a multipart form with its boundary.
	if (body !== undefined && (endpoint.encoding ?? "json") === "json") request["content-type"] = "application/json";
	return new Request(`http://services/api${path}${search}`, {
		method: endpoint.method,
		headers: request,
		body: body === undefined ? null : encode(body, endpoint.encoding),
		signal: signal ?? null,
	});
};

const encode = (body: unknown, encoding: Endpoint["encoding"]): string | URLSearchParams | FormData => {
	if (encoding === "form") return new URLSearchParams(body as Record<string, string>);
	if (encoding === "multipart") return multipart(body as { data: unknown; files?: readonly FilePart[] });
	return JSON.stringify(body);
};

const multipart = ({ data, files = [] }: { data: unknown; files?: readonly FilePart[] }): FormData => {
	const form = new FormData();
	form.set("data", JSON.stringify(data));
	for (const { part, file } of files) form.append(part, file, file.name);
	return form;
};
