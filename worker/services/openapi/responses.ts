import * as v from "valibot";
import type { Endpoint } from "#worker/contract/endpoint";
import { type ProblemCode, problems } from "#worker/contract/problems";
import { exampleOf } from "#worker/services/openapi/examples";
import type { Collection, ResponseObject, Schema } from "#worker/services/openapi/json-schema";

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

const headersOf: Record<number, ResponseObject["headers"]> = {
	401: { "WWW-Authenticate": { description: "Always `Bearer`.", schema: { type: "string" } } },
	429: {
		"Retry-After": { description: "The seconds to wait.", schema: { type: "integer" } },
		RateLimit: { description: 'What is left of the limit: `"default";r=0;t=41`.', schema: { type: "string" } },
	},
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

const textHeader = (description: string) => ({ description, schema: { type: "string" } });

export const describeSuccess = (
	endpoint: Endpoint,
	name: string,
	schemas: Collection,
): Record<string, ResponseObject> => {
	if (endpoint.response.type === "instance") return fileResponses(endpoint);
	const schema = schemas.convert(endpoint.response, "output");
	const example = exampleOf(schema, schemas.components, { name, parent: "" });
	const content = { "application/json": { schema: schemas.keep(schema, name), example } };
	const replayed = endpoint.idempotent && {
		"Idempotent-Replayed": textHeader("`true` where the response is that of an earlier call with the same key."),
	};
	if (endpoint.created)
		return {
			"201": {
				description: "Created.",
				headers: { Location: textHeader(`The path of what was created: \`/api${endpoint.created}\`.`), ...replayed },
				content,
			},
		};
	const done: ResponseObject = { description: "Done.", ...(replayed && { headers: replayed }), content };
	if (endpoint.accepted)
		return {
			...(isAlwaysAccepted(schema, endpoint.accepted) ? {} : { "200": { ...done, description: "Done at once." } }),
			"202": {
				description: "Accepted: a task works on it in the background.",
				headers: { Location: textHeader("The path of the task, which tells its progress and result."), ...replayed },
				content,
			},
		};
	if (endpoint.method !== "GET") return { "200": done };
	return {
		"200": { ...done, headers: { ETag: textHeader("The version of the response, for `If-None-Match`.") } },
		"304": { description: "The same as the client has: its `If-None-Match` names this ETag." },
	};
};

/** Checks whether the field that names the task is always present. */
const isAlwaysAccepted = ({ properties = {} }: Schema, template: string): boolean => {
	const [, name = ""] = /\{(\w+)/.exec(template) ?? [];
	return properties[name]?.type === "string";
};

const fileResponses = ({ response, headers }: Endpoint): Record<string, ResponseObject> => {
	const { mediaTypes = ["application/octet-stream"] } = v.getMetadata(response) as { mediaTypes?: string[] };
	const content = Object.fromEntries(
		mediaTypes.map((type) => [type, { schema: { type: "string", format: "binary" } }]),
	);
	const disposition = { "Content-Disposition": textHeader("Whether to show or to save it, and the name of the file.") };
	const whole: ResponseObject = { description: v.getDescription(response) ?? "A file.", headers: disposition, content };
	if (!headers) return { "200": whole };
	const range = { "Content-Range": textHeader("Which bytes of how many.") };
	return {
		"200": whole,
		"206": { description: "The range of bytes that was asked for.", headers: { ...disposition, ...range }, content },
	};
};
