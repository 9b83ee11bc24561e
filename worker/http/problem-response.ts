import type { Endpoint } from "#worker/contract/endpoint";
import { type Problem, type ProblemCode, problems } from "#worker/contract/problems";

/** A problem on the wire: RFC 9457, with the specification's `error` and this API's additions (§8). */
export const problemResponse = ({ status, ...problem }: Problem, requestId: string): Response => {
	const { code, error, details } = problem;
	const body = {
		type: `/api/docs#problem-${code}`,
		title: problems[code].message,
		status,
		detail: error,
		...problem,
		requestId,
	};
	const headers = new Headers({ "content-type": "application/problem+json", "cache-control": "no-store" });
	if (status === 401) headers.set("www-authenticate", 'Bearer realm="Matricula"');
	if (typeof details?.retryAfter === "number") headers.set("retry-after", String(details.retryAfter));
	return new Response(JSON.stringify(body), { status, headers });
};

/** Returns every problem an endpoint can answer with, by status: its own and those its declaration implies. */
export const declaredProblems = (endpoint: Endpoint): ProblemCode[] => {
	const { access, params, body, encoding, idempotent } = endpoint;
	const implied: [boolean, ProblemCode[]][] = [
		[true, ["invalid_query", "internal", "unavailable"]],
		[access !== "public", ["unauthenticated"]],
		[access !== "public", ["too_many_requests"]],
		[Array.isArray(access), ["forbidden"]],
		[params !== undefined, ["not_found"]],
		[body !== undefined, ["malformed", "invalid", "too_large"]],
		[encoding === "multipart", ["file_too_large", "files_too_large"]],
		[idempotent === true, ["malformed", "key_reused", "in_progress", "done_already"]],
	];
	const codes = [...(endpoint.problems ?? []), ...implied.flatMap(([applies, added]) => (applies ? added : []))];
	return [...new Set(codes)].sort((a, b) => problems[a].status - problems[b].status);
};
