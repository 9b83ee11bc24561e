import * as v from "valibot";
import { describe, expect, test } from "vitest";
import type { Endpoint } from "#worker/contract/endpoint";
import { problems } from "#worker/contract/problems";
import { servedEndpoints } from "#worker/http/serve";
import { features } from "#worker/services/app";
import { serviceApp } from "../support/service-app";

const call = serviceApp(features);

interface Schema {
	$ref?: string;
	type?: string | string[];
	description?: string;
	default?: unknown;
	required?: string[];
	properties?: Record<string, Schema>;
	items?: Schema;
	anyOf?: Schema[];
	oneOf?: Schema[];
	prefixItems?: Schema[];
	additionalProperties?: boolean | Schema;
}
interface Content {
	schema: Schema;
	example?: unknown;
	examples?: object;
}
interface Parameter {
	name: string;
	in: string;
	required: boolean;
	description?: string;
	schema: Schema;
	example?: unknown;
}
interface Response {
	$ref?: string;
	description?: string;
	headers?: Record<string, { description: string }>;
	content?: Record<string, Content>;
}
interface Operation {
	operationId: string;
	tags: string[];
	security: object[];
	parameters: Parameter[];
	requestBody?: { content: Record<string, Content> };
	responses: Record<string, Response>;
}
interface Document {
	openapi: string;
	paths: Record<string, Record<string, Operation>>;
	components: { schemas: Record<string, Schema>; responses: Record<string, Response>; examples: object };
}

const readDocument = async () => await (await call("/openapi.json")).json<Document>();
const operationsOf = ({ paths }: Document) => Object.values(paths).flatMap((operations) => Object.values(operations));
const operationOf = ({ paths }: Document, { method, path }: Endpoint) => {
	const operation = paths[path.replace(/:(\w+)/g, "{$1}")]?.[method.toLowerCase()];
	if (!operation) throw new Error(`${method} ${path} is not described`);
	return operation;
};
const nameIn = ($ref = "") => $ref.split("/").at(-1) ?? "";

test("describes every served endpoint once, under its feature and a name of its own, also those without a contract", async () => {
	const document = await readDocument();
	expect(document.openapi).toBe("3.1.0");
	const operations = operationsOf(document);
	expect(operations).toHaveLength(servedEndpoints().length + 3);
	expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
	expect(operations.flatMap(({ tags }) => tags)).not.toContain("Other");
	const { paths } = document;
	expect(paths["/notifications/{userId}"]?.get?.responses["101"]).toBeDefined();
	expect(paths["/auth/google/authorize"]?.get?.responses["302"]?.headers).toHaveProperty("Location");
	expect(paths["/auth/google/callback"]?.get?.responses["302"]?.headers).toHaveProperty("Location");
});

test("describes an operation's parameters, permissions and problems with their texts", async () => {
	const document = await readDocument();
	const { paths, components } = document;
	const course = paths["/courses/{id}"]?.get;
	expect(course).toMatchObject({
		operationId: "getCourse",
		tags: ["Courses"],
		security: [{ accessToken: [] }],
		parameters: [{ name: "id", in: "path", required: true }],
	});
	expect(course?.responses["200"]?.content?.["application/json"]?.schema).toEqual({
		$ref: "#/components/schemas/Course",
	});
	expect(Object.keys(course?.responses ?? {})).toEqual(["200", "304", "401", "403", "404", "422", "429", "500", "503"]);
	expect(components.responses[nameIn(course?.responses["404"]?.$ref)]?.description).toBe(problems.not_found.message);
	const templates = paths["/templates"]?.get?.parameters ?? [];
	const size = { type: "integer", default: 10, minimum: 1, maximum: 100 };
	expect(templates.find(({ name }) => name === "size")).toMatchObject({ in: "query", required: false, schema: size });
	expect(templates.find(({ name }) => name === "index")).toMatchObject({ description: "Another name of `page`." });
	expect(paths["/candidate-info/{id}"]?.get?.security).toEqual([]);
	expect(paths["/forms/{id}/attachments/{attachmentId}"]?.get?.parameters).toContainEqual(
		expect.objectContaining({ name: "range", in: "header", required: false, schema: { type: "string" } }),
	);
});

test("describes a body that has several shapes with all of them", async () => {
	const { paths, components } = await readDocument();
	const body = paths["/candidates/{id}"]?.patch?.requestBody?.content["application/json"]?.schema;
	const choices = components.schemas[nameIn(body?.$ref)]?.anyOf ?? [];
	expect(choices.map(({ $ref }) => components.schemas[nameIn($ref)]?.required)).toEqual([
		["stageId", "reason"],
		["courseId"],
		["locationId"],
		["reviewerId"],
	]);
});

test("describes the headers and media types of responses", async () => {
	const { paths, components } = await readDocument();
	const responsesOf = (method: string, path: string) => paths[path]?.[method]?.responses ?? {};
	expect(responsesOf("post", "/candidate-groups")["201"]?.headers).toHaveProperty("Location");
	expect(Object.keys(responsesOf("patch", "/candidates"))).toEqual(expect.arrayContaining(["200", "202"]));
	expect(responsesOf("patch", "/candidates")["202"]?.headers).toHaveProperty("Location");
	expect(responsesOf("post", "/email/candidates")).not.toHaveProperty("200");
	expect(responsesOf("get", "/candidates")["200"]?.headers).toHaveProperty("ETag");
	expect(components.responses.too_many_requests?.headers).toHaveProperty("Retry-After");
	expect(Object.keys(responsesOf("get", "/candidates/{id}/form.pdf")["200"]?.content ?? {})).toEqual([
		"application/pdf",
	]);
	expect(responsesOf("get", "/candidates/{id}/letters/{letterId}")).toHaveProperty("206");
});

test("resolves every reference, and gives each schema a name of its own", async () => {
	const document = await readDocument();
	const references = [...JSON.stringify(document).matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)];
	expect(references.length).toBeGreaterThan(100);
	for (const [, kind = "", name = ""] of references) expect(document.components).toHaveProperty([kind, name]);
	expect(JSON.stringify(document)).not.toContain("#/$defs/");
	expect(Object.keys(document.components.schemas).filter((name) => /\d/.test(name))).toEqual([]);
});

test("refers to nothing that outsiders cannot read", async () => {
	expect(await (await call("/openapi.json")).text()).not.toMatch(/§|[Ss]pecification/);
});

/** Returns the places in a schema without a description. */
const undescribed = (schema: Schema, place: string, schemas: Record<string, Schema>): string[] => {
	const says = ({ $ref, description, anyOf = [] }: Schema): boolean =>
		Boolean(description || ($ref && schemas[nameIn($ref)]?.description)) || anyOf.some(says);
	const inside = (part: Schema, name = "") => undescribed(part, place + name, schemas);
	return [
		...Object.entries(schema.properties ?? {}).flatMap(([name, property]) => [
			...(says(property) ? [] : [`${place}.${name}`]),
			...inside(property, `.${name}`),
		]),
		...[...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.prefixItems ?? [])].flatMap((part) =>
			inside(part),
		),
		...(schema.items ? inside(schema.items, "[]") : []),
		...(typeof schema.additionalProperties === "object" ? inside(schema.additionalProperties, "{}") : []),
	];
};

test("describes every property and every parameter", async () => {
	const document = await readDocument();
	const { schemas } = document.components;
	expect(Object.entries(schemas).flatMap(([name, schema]) => undescribed(schema, name, schemas))).toEqual([]);
	const inline = operationsOf(document).flatMap(({ operationId, requestBody, responses }) =>
		[requestBody ?? {}, ...Object.values(responses)].flatMap(({ content = {} }) =>
			Object.values(content).flatMap(({ schema }) => undescribed(schema, operationId, schemas)),
		),
	);
	expect(inline.filter((place) => !place.endsWith(".data"))).toEqual([]);
	const parameters = operationsOf(document).flatMap(({ operationId, parameters }) =>
		parameters.filter(({ description }) => !description).map(({ name }) => `${operationId} ${name}`),
	);
	expect(parameters).toEqual([]);
});

describe("the examples", () => {
	/** Returns the errors of an example, by the schema that checks the real value. */
	const faultsOf = (schema: v.GenericSchema | undefined, example: unknown): unknown[] => {
		if (!schema) return [];
		if (example === undefined) return ["there is none"];
		const { issues = [] } = v.safeParse(schema, example);
		return issues.map((issue) => [v.getDotPath(issue), issue.message]);
	};

	test("of requests are accepted as they are", async () => {
		const document = await readDocument();
		const faults = servedEndpoints().flatMap((endpoint) => {
			const { requestBody, operationId } = operationOf(document, endpoint);
			const [content] = Object.values(requestBody?.content ?? {});
			const { example } = content ?? {};
			const sent = endpoint.encoding === "raw" ? new TextEncoder().encode(String(example)) : example;
			return faultsOf(endpoint.body, sent).map((fault) => [operationId, fault]);
		});
		expect(faults).toEqual([]);
	});

	test("of responses match their schemas", async () => {
		const document = await readDocument();
		const faults = servedEndpoints()
			.filter(({ response }) => response.type !== "instance")
			.flatMap((endpoint) => {
				const { responses, operationId } = operationOf(document, endpoint);
				const successes = Object.entries(responses).filter(([status]) => /^2/.test(status));
				return successes.flatMap(([status, { content }]) =>
					faultsOf(endpoint.response, content?.["application/json"]?.example).map((fault) => [
						operationId,
						status,
						fault,
					]),
				);
			});
		expect(faults).toEqual([]);
	});

	test("of parameters are accepted one by one", async () => {
		const document = await readDocument();
		const entriesOf = (schema: v.GenericSchema | undefined) =>
			((schema as { entries?: Record<string, v.GenericSchema> } | undefined)?.entries ?? {}) as Record<
				string,
				v.GenericSchema
			>;
		const faults = servedEndpoints().flatMap((endpoint) => {
			const entries = { ...entriesOf(endpoint.query), ...entriesOf(endpoint.params), ...entriesOf(endpoint.headers) };
			const { parameters, operationId } = operationOf(document, endpoint);
			return parameters
				.filter(({ name }) => name !== "Idempotency-Key")
				.flatMap(({ name, example }) => {
					const sent = Array.isArray(example) ? example : String(example);
					return faultsOf(entries[endpoint.aliases?.[name] ?? name], sent).map((fault) => [operationId, name, fault]);
				});
		});
		expect(faults).toEqual([]);
	});
});

test("the page needs no script and no other site, and its links lead to places on it", async () => {
	const response = await call("/docs");
	expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
	expect(response.headers.get("content-security-policy")).toMatch(/^default-src 'none'; style-src 'sha256-[^']+';/);
	const page = await response.text();
	expect(page).toContain('<html lang="en">');
	expect(page).toContain("One attached file. Served so that nothing in it can run.");
	expect(page).not.toMatch(/<script|src=|href="https?:|style="|undefined|\[object/);
	const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
	expect(new Set(ids).size).toBe(ids.length);
	const targets = [...page.matchAll(/href="#([^"]+)"/g)].map(([, target]) => target);
	expect(targets.filter((target) => !ids.includes(target))).toEqual([]);
	for (const code of Object.keys(problems))
		expect(ids, "the page has the address of the problem's type").toContain(`problem-${code}`);
});

test("the page finds operations by all words of a search, and never draws the words as markup", async () => {
	const search = async (q: string) => (await call(`/docs?${new URLSearchParams({ q })}`)).text();
	const anchorsOf = (page: string) => [...page.matchAll(/<h3 id="(?!schema-)([^"]+)"/g)].map(([, id]) => id);
	expect(anchorsOf(await search("api-keys DELETE"))).toEqual(["revokeApiKey"]);
	expect(anchorsOf(await search("webhook secret"))).toContain("replaceSecret");
	expect(await search("replaceSecret")).toContain("1 operation found.");
	const nothing = await search('<b>"x');
	expect(nothing).toContain("No operation has these words.");
	expect(nothing).not.toContain('<b>"x');
	const found = await search("webhook");
	const ids = [...found.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
	const targets = [...found.matchAll(/href="#([^"]+)"/g)].map(([, target]) => target);
	expect(targets.filter((target) => !ids.includes(target))).toEqual([]);
});

test("the page has a guide, and for each operation its own address and a call for a shell", async () => {
	const page = await (await call("/docs")).text();
	for (const part of ["keys", "paging", "errors", "receiving-webhooks"]) expect(page).toContain(`<h2 id="${part}">`);
	const operations = operationsOf(await readDocument());
	for (const { operationId } of operations) {
		expect(page).toContain(`<h3 id="${operationId}"><a href="#${operationId}">`);
		expect(page).toContain(`aria-label="Call of ${operationId}">curl `);
	}
	expect(page).not.toMatch(/>curl [^<]*(undefined|\[object|\{\w+\})/);
});

test("the policy contains the hash of the style sheet", async () => {
	const response = await call("/docs");
	const style = /<style>([\s\S]*?)<\/style>/.exec(await response.text())?.[1] ?? "";
	const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(style));
	const hash = btoa(String.fromCharCode(...new Uint8Array(digest)));
	expect(response.headers.get("content-security-policy")).toContain(`'sha256-${hash}'`);
});
