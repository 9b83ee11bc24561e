import type { GenericSchema } from "valibot";
import type { Endpoint } from "#worker/contract/endpoint";
import { declarationOf, featureTitles } from "#worker/services/openapi/features";
import { answerSchema, componentSchemas, requestSchema, type Schema } from "#worker/services/openapi/json-schema";
import { problemResponses, problemSchema } from "#worker/services/openapi/problem-answers";

export interface Parameter {
	name: string;
	in: "path" | "query" | "header";
	required: boolean;
	schema: Schema;
	description?: string;
}

export interface Operation {
	operationId: string;
	tags: string[];
	summary: string;
	description: string;
	"x-privileges"?: readonly string[];
	security: Record<string, string[]>[];
	parameters: Parameter[];
	requestBody?: { required: true; content: Record<string, { schema: Schema }> };
	responses: Record<string, object>;
}

/** The API as an OpenAPI 3.1 document, made from nothing but the contracts. */
export const describeApi = (endpoints: readonly Endpoint[]) => {
	const paths: Record<string, Record<string, Operation>> = {};
	for (const endpoint of endpoints) {
		const path = endpoint.path.replace(/:(\w+)/g, "{$1}");
		paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: describeOperation(endpoint) };
	}
	const tags = [...featureTitles, otherFeature].filter((tag) => endpoints.some((endpoint) => tagOf(endpoint) === tag));
	return {
		openapi: "3.1.0",
		info: {
			title: "Matricula",
			version: "4.0.5",
			description:
				"Staff of an institution process applicants through a workflow. All times are UTC milliseconds. Page indices start at 0.",
		},
		servers: [{ url: "/api" }],
		tags: tags.map((name) => ({ name })),
		paths,
		components: {
			securitySchemes: { accessToken: { type: "http", scheme: "bearer", bearerFormat: "JWT" } },
			schemas: { Problem: problemSchema as Schema, ...componentSchemas() },
		},
	};
};
export type ApiDocument = ReturnType<typeof describeApi>;

const otherFeature = "Other";
const tagOf = (endpoint: Endpoint): string => declarationOf(endpoint)?.feature ?? otherFeature;

const describeOperation = (endpoint: Endpoint): Operation => ({
	operationId: declarationOf(endpoint)?.name ?? `${endpoint.method}${endpoint.path}`.toLowerCase().replace(/\W+/g, "_"),
	tags: [tagOf(endpoint)],
	summary: endpoint.summary,
	description: `${whoMayCall(endpoint)} Specification: ${endpoint.section}.`,
	...(typeof endpoint.access === "string" ? {} : { "x-privileges": endpoint.access }),
	security: endpoint.access === "public" ? [] : [{ accessToken: [] }],
	parameters: parametersOf(endpoint),
	...(endpoint.body
		? {
				requestBody: {
					required: true,
					content: bodyContent(endpoint, endpoint.body),
				},
			}
		: {}),
	responses: {
		"200": { description: "Done.", content: answerContent(endpoint.response) },
		...problemResponses(endpoint),
	},
});

/** Who may call, in a sentence. */
export const whoMayCall = ({ access }: Endpoint): string => {
	if (access === "public") return "Anybody may call it.";
	if (access === "signed-in") return "Anybody who is signed in may call it.";
	return `Needs any of these privileges: ${access.join(", ")}.`;
};

const parametersOf = ({ params, query, headers, idempotent }: Endpoint): Parameter[] => [
	...describeParameters("path", params),
	...describeParameters("query", query),
	...describeParameters("header", headers),
	...(idempotent ? [idempotencyKey] : []),
];

const describeParameters = (place: Parameter["in"], schema: GenericSchema | undefined): Parameter[] => {
	if (!schema) return [];
	const { properties = {}, required = [] } = requestSchema(schema);
	return Object.entries(properties).map(([name, property]) => ({
		name,
		in: place,
		required: place === "path" || (required.includes(name) && property.default === undefined),
		schema: withTypedDefault(property),
	}));
};

/** why: what an address leaves out is filled in as text, which the documentation shows as the number it means. */
const withTypedDefault = (schema: Schema): Schema =>
	schema.type === "integer" && schema.default !== undefined ? { ...schema, default: Number(schema.default) } : schema;

const idempotencyKey: Parameter = {
	name: "idempotency-key",
	in: "header",
	required: false,
	schema: { type: "string", pattern: "^[\\w-]{8,64}$" },
	description: "A repeat with the same key gets the first answer again and changes nothing. Keys live a day.",
};

const mediaTypes = {
	json: "application/json",
	form: "application/x-www-form-urlencoded",
	multipart: "multipart/form-data",
} as const;

const bodyContent = ({ encoding = "json", alsoJson }: Endpoint, body: GenericSchema) => {
	const schema = requestSchema(body);
	const data = schema.properties?.data;
	if (encoding !== "multipart" || !data) return { [mediaTypes[encoding]]: { schema } };
	const file = { type: "string", format: "binary" };
	const parts: Schema = { type: "object", required: ["data"], properties: { data }, additionalProperties: file };
	return { [mediaTypes.multipart]: { schema: parts }, ...(alsoJson && { [mediaTypes.json]: { schema: data } }) };
};

const answerContent = (response: GenericSchema): Record<string, { schema: Schema }> =>
	response.type === "instance"
		? { "*/*": { schema: { type: "string", format: "binary" } } }
		: { "application/json": { schema: answerSchema(response) } };
