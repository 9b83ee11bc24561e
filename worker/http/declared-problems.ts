import type { Endpoint } from "#worker/contract/endpoint";
import { type ProblemCode, problems } from "#worker/contract/problems";

/** Returns every problem an endpoint can answer with, by status: its own and those its declaration implies. */
export const declaredProblems = (endpoint: Endpoint): ProblemCode[] => {
	const { access, params, body, encoding, idempotent } = endpoint;
	const implied: [boolean, ProblemCode[]][] = [
		[true, ["invalid_query", "internal"]],
		[access !== "public", ["unauthenticated"]],
		[Array.isArray(access), ["forbidden"]],
		[params !== undefined, ["not_found"]],
		[body !== undefined, ["malformed", "invalid", "too_large"]],
		[encoding === "multipart", ["file_too_large", "files_too_large"]],
		[idempotent === true, ["malformed", "key_reused", "in_progress", "done_already"]],
	];
	const codes = [...(endpoint.problems ?? []), ...implied.flatMap(([applies, added]) => (applies ? added : []))];
	return [...new Set(codes)].sort((a, b) => problems[a].status - problems[b].status);
};
