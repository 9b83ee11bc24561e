import type { Endpoint } from "#worker/contract/endpoint";
import { problems } from "#worker/contract/problems";
import { declaredProblems } from "#worker/http/declared-problems";

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
	for (const [status, codes] of Map.groupBy(declaredProblems(endpoint), (code) => problems[code].status))
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
