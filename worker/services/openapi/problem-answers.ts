import { type ProblemCode, problems } from "#worker/contract/problems";
import type { Schema } from "#worker/services/openapi/json-schema";
import type { ResponseObject } from "#worker/services/openapi/operation";

/** A problem on the wire: RFC 9457 problem details with the additions of this API (§8). */
export const problemSchema: Schema = {
	type: "object",
	description: "Why a call failed: problem details as RFC 9457 describes them, with a code and messages for fields.",
	required: ["type", "title", "status", "detail", "error", "code", "requestId"],
	properties: {
		type: { type: "string", description: "The address of the problem's description." },
		title: { type: "string", description: "What kind of problem it is, in plain words." },
		status: { type: "integer", description: "The status of the response." },
		detail: { type: "string", description: "What happened this time, in plain words." },
		error: { type: "string", description: "The same as `detail`." },
		code: { type: "string", enum: Object.keys(problems), description: "The problem's code; it does not change." },
		fields: {
			type: "object",
			additionalProperties: { type: "array", items: { type: "string" } },
			description: "The messages for each field at fault, such as `matching.stage`.",
		},
		details: {
			type: "object",
			description: "What the problem is about, such as the current version of a stale record.",
		},
		requestId: { type: "string", description: "The id of the request, to be named when asking for help." },
	},
};

const codes = Object.keys(problems) as ProblemCode[];

/** Returns an example of each problem, for responses to refer to. */
export const problemExamples = () =>
	Object.fromEntries(
		codes.map((code) => {
			const { status, message } = problems[code];
			const about = { type: `/api/docs#problem-${code}`, title: message, status, detail: message, error: message };
			return [code, { value: { ...about, code, requestId: "2f1c7c1e-6f0e-4a57-9d55-0c9a5b0f4a11" } }];
		}),
	);

/** The headers of a status. */
const headersOf: Record<number, ResponseObject["headers"]> = {
	401: { "WWW-Authenticate": { description: "Always `Bearer`.", schema: { type: "string" } } },
	429: { "Retry-After": { description: "The seconds to wait.", schema: { type: "integer" } } },
};

const describeProblems = (status: number, same: readonly ProblemCode[]): ResponseObject => ({
	description: same.map((code) => problems[code].message).join(" Or: "),
	...(headersOf[status] && { headers: headersOf[status] }),
	content: {
		"application/problem+json": {
			schema: { $ref: "#/components/schemas/Problem" },
			examples: Object.fromEntries(same.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
		},
	},
});

/** Returns a response for each problem, for operations to refer to. */
export const problemComponents = () =>
	Object.fromEntries(codes.map((code) => [code, describeProblems(problems[code].status, [code])]));

/** Returns the responses of these problems, one for each status. */
export const problemResponses = (of: readonly ProblemCode[]): Record<string, ResponseObject | { $ref: string }> =>
	Object.fromEntries(
		[...Map.groupBy(of, (code) => problems[code].status)].map(([status, same]) => [
			status,
			same.length === 1 ? { $ref: `#/components/responses/${same[0]}` } : describeProblems(status, same),
		]),
	);
