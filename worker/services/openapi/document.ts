import type { GenericSchema } from "valibot";
import type { Endpoint } from "#worker/contract/endpoint";
import { declaredProblems } from "#worker/http/problem-response";
import { exampleOf } from "#worker/services/openapi/examples";
import { declarationOf, featureTitles } from "#worker/services/openapi/features";
import { guide } from "#worker/services/openapi/guide";
import {
	type Collection,
	type Content,
	collectSchemas,
	type Operation,
	type Parameter,
	type Schema,
} from "#worker/services/openapi/json-schema";
import { otherOperations } from "#worker/services/openapi/other-operations";
import {
	describeSuccess,
	problemComponents,
	problemExamples,
	problemResponses,
	problemSchema,
} from "#worker/services/openapi/responses";

/** Describes the API as an OpenAPI 3.1 document, made from the contracts and `other-operations.ts`. */
export const describeApi = (endpoints: readonly Endpoint[]) => {
	const schemas = collectSchemas();
	const paths: Record<string, Record<string, Operation>> = {};
	for (const endpoint of endpoints) {
		const path = endpoint.path.replace(/:(\w+)/g, "{$1}");
		paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: describeOperation(endpoint, schemas) };
	}
	for (const [path, operation] of Object.entries(otherOperations)) paths[path] = { get: operation, ...paths[path] };
	const used = new Set(
		Object.values(paths).flatMap((operations) => Object.values(operations).flatMap(({ tags }) => tags)),
	);
	return {
		openapi: "3.1.0",
		info: { title: "Matricula", version: "4.0.5", description: introduction },
		servers: [{ url: "/api" }],
		tags: [...featureTitles, otherFeature].filter((name) => used.has(name)).map((name) => ({ name })),
		paths,
		components: {
			securitySchemes: {
				accessToken: { type: "http", scheme: "bearer", description: "An API key, or the access token of a user." },
			},
			schemas: Object.fromEntries(
				Object.entries({ Problem: problemSchema, ...schemas.components }).sort(([a], [b]) => a.localeCompare(b)),
			),
			responses: problemComponents(),
			examples: problemExamples(),
		},
	};
};
export type ApiDocument = ReturnType<typeof describeApi>;

const otherFeature = "Other";

const describeOperation = (endpoint: Endpoint, schemas: Collection): Operation => {
	const { access, summary, body, method, path } = endpoint;
	const { name, feature = otherFeature } = declarationOf(endpoint) ?? {};
	const operationId = name ?? `${method}${path}`.toLowerCase().replace(/\W+/g, "_");
	const typeName = operationId.replace(/^./, (letter) => letter.toUpperCase());
	return {
		operationId,
		tags: [feature],
		summary,
		description: whoMayCall(endpoint),
		...(typeof access === "string" ? {} : { "x-privileges": access }),
		security: access === "public" ? [] : [{ accessToken: [] }],
		parameters: parametersOf(endpoint, schemas),
		...(body && {
			requestBody: { required: true, content: bodyContent(endpoint, body, `${typeName}Request`, schemas) },
		}),
		responses: {
			...describeSuccess(endpoint, `${typeName}Response`, schemas),
			...problemResponses(declaredProblems(endpoint)),
		},
	};
};

const whoMayCall = ({ access, usersOnly }: Endpoint): string => {
	if (access === "public") return "Anybody may call it.";
	const who =
		access === "signed-in"
			? "Anybody who is signed in may call it."
			: `Needs any of these privileges: ${access.join(", ")}.`;
	return usersOnly ? `${who} API keys may not.` : who;
};

const parametersOf = ({ params, query, headers, aliases, idempotent }: Endpoint, schemas: Collection): Parameter[] => [
	...describeParameters("path", params, schemas),
	...withAliases(describeParameters("query", query, schemas), aliases),
	...describeParameters("header", headers, schemas),
	...(idempotent ? [idempotencyKey] : []),
];

const describeParameters = (
	place: Parameter["in"],
	schema: GenericSchema | undefined,
	{ convert, components }: Collection,
): Parameter[] => {
	if (!schema) return [];
	const { properties = {}, required = [] } = convert(schema, "input");
	return Object.entries(properties).map(([name, { description = "", ...property }]) => ({
		name,
		in: place,
		required: place === "path" || (required.includes(name) && property.default === undefined),
		description,
		schema: property,
		example: exampleOf(property, components, { name, parent: "parameters" }),
	}));
};

const withAliases = (parameters: Parameter[], aliases: Endpoint["aliases"] = {}): Parameter[] => [
	...parameters,
	...Object.entries(aliases).flatMap(([alias, name]) =>
		parameters
			.filter((parameter) => parameter.name === name)
			.map((parameter) => ({ ...parameter, name: alias, description: `Another name of \`${name}\`.` })),
	),
];

const idempotencyKey: Parameter = {
	name: "Idempotency-Key",
	in: "header",
	required: false,
	schema: { type: "string", pattern: "^[\\w-]{8,64}$" },
	description:
		"Makes the call safe to repeat: a repeat with the same key and body gets the first response again and changes nothing. Keys live for a day.",
	example: "0b7f3b0e-5a57-4f0e-8f0a-4d9a2f3f8c11",
};

const mediaTypes = { json: "application/json", form: "application/x-www-form-urlencoded" } as const;

const bodyContent = (endpoint: Endpoint, body: GenericSchema, name: string, schemas: Collection): Content => {
	const { encoding = "json", alsoJson } = endpoint;
	const bytes = { schema: { type: "string", format: "binary" }, example: endpoint.example as string };
	if (encoding === "raw") return { "*/*": bytes };
	const schema = schemas.convert(body, "input");
	const data = encoding === "multipart" ? schema.properties?.data : undefined;
	const example = endpoint.example ?? exampleOf(data ?? schema, schemas.components, { name, parent: "" });
	const json = { schema: schemas.keep(data ?? schema, name), example };
	if (!data) return { [mediaTypes[encoding === "form" ? "form" : "json"]]: json };
	const parts: Schema = {
		type: "object",
		required: ["data"],
		properties: { data: json.schema },
		additionalProperties: { type: "string", format: "binary", description: "A file." },
	};
	return {
		"multipart/form-data": { schema: parts, example: { data: example } },
		...(alsoJson && { [mediaTypes.json]: json }),
	};
};

const introduction = [
	"Staff of an institution process applicants through a workflow. Everything the portal does is a call of this API. Each call answers for the institution that its user or key belongs to.",
	...guide.map(({ title, text }) => `**${title}.** ${text.trim()}`),
].join("\n\n");
