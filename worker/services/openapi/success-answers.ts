import * as v from "valibot";
import type { Endpoint } from "#worker/contract/endpoint";
import { exampleOf } from "#worker/services/openapi/examples";
import type { Collection, Schema } from "#worker/services/openapi/json-schema";
import type { ResponseObject } from "#worker/services/openapi/operation";

const textHeader = (description: string) => ({ description, schema: { type: "string" } });

/** Describes the responses of a call that succeeds. */
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
