import type { Endpoint } from "#worker/contract/endpoint";
import { type ProblemCode, problems } from "#worker/contract/problems";

/** Every problem an endpoint can answer with: its own and those its declaration implies. */
export const problemsOf = (endpoint: Endpoint): ProblemCode[] => {
	const { access, params, query, body, encoding, idempotent } = endpoint;
	const implied: [boolean, ProblemCode[]][] = [
		[access !== "public", ["unauthenticated"]],
		[Array.isArray(access), ["forbidden"]],
		[params !== undefined, ["not_found"]],
		[query !== undefined, ["invalid_query"]],
		[body !== undefined, ["malformed", "invalid", "too_large"]],
		[encoding === "multipart", ["file_too_large", "files_too_large"]],
		[idempotent === true, ["key_reused", "in_progress", "done_already"]],
	];
	const codes = [...endpoint.problems, ...implied.flatMap(([applies, added]) => (applies ? added : [])), "internal"];
	return [...new Set(codes as ProblemCode[])].sort((a, b) => problems[a].status - problems[b].status);
};

/** What a problem looks like on the wire (§8). */
export const problemSchema = {
	type: "object",
	required: ["error", "code", "requestId"],
	properties: {
		error: { type: "string", description: "What to show, in plain words." },
		code: { type: "string", enum: Object.keys(problems) },
		fields: {
			type: "object",
			additionalProperties: { type: "array", items: { type: "string" } },
			description: "What is wrong with which field.",
		},
		details: { type: "object", description: "What the problem is about." },
		requestId: { type: "string", description: "To be named when asking for help." },
	},
};

/** The `responses` of an operation that tell of problems, one a status. */
export const problemResponses = (endpoint: Endpoint): Record<string, object> => {
	const responses: Record<string, object> = {};
	for (const [status, codes] of Map.groupBy(problemsOf(endpoint), (code) => problems[code].status))
		responses[status] = {
			description: codes.map((code) => problems[code].message).join(" Or: "),
			content: {
				"application/json": {
					schema: { $ref: "#/components/schemas/Problem" },
					examples: Object.fromEntries(
						codes.map((code) => [code, { value: { error: problems[code].message, code, requestId: "…" } }]),
					),
				},
			},
		};
	return responses;
};
