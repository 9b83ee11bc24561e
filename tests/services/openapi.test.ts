import { expect, test } from "vitest";
import { problems } from "#worker/contract/problems";
import { servedEndpoints } from "#worker/http/serve";
import { features } from "#worker/services/app";
import { serviceApp } from "../support/service-app";

const call = serviceApp(features);

interface Operation {
	operationId: string;
	tags: string[];
	security: object[];
	parameters: { name: string; in: string; required: boolean; schema: { default?: string } }[];
	requestBody?: { content: Record<string, { schema: { anyOf?: { required: string[] }[] } }> };
	responses: Record<string, { description: string; content: Record<string, { schema: object }> }>;
}
interface Document {
	openapi: string;
	paths: Record<string, Record<string, Operation>>;
	components: { schemas: Record<string, object> };
}

const readDocument = async () => await (await call("/openapi.json")).json<Document>();

test("every served endpoint is described once, under its feature and a name of its own", async () => {
	const { openapi, paths } = await readDocument();
	expect(openapi).toBe("3.1.0");
	const operations = Object.values(paths).flatMap((operationsOfPath) => Object.values(operationsOfPath));
	expect(operations).toHaveLength(servedEndpoints().length);
	expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
	expect(operations.flatMap(({ tags }) => tags)).not.toContain("Other");
});

test("an operation names its parameters, who may call and its problems with their texts", async () => {
	const { paths } = await readDocument();
	const course = paths["/courses/{id}"]?.get;
	expect(course).toMatchObject({
		operationId: "getCourse",
		tags: ["Courses"],
		security: [{ accessToken: [] }],
		parameters: [{ name: "id", in: "path", required: true }],
	});
	expect(course?.responses["200"]?.content["application/json"]?.schema).toEqual({
		$ref: "#/components/schemas/Course",
	});
	expect(Object.keys(course?.responses ?? {})).toEqual(["200", "401", "403", "404", "422", "500"]);
	expect(course?.responses["404"]?.description).toBe(problems.not_found.message);
	const size = paths["/templates"]?.get?.parameters.find(({ name }) => name === "size");
	expect(size).toMatchObject({
		in: "query",
		required: false,
		schema: { type: "integer", default: 10, minimum: 1, maximum: 100 },
	});
	expect(paths["/candidate-info/{id}"]?.get?.security).toEqual([]);
	expect(paths["/forms/{id}/attachments/{attachmentId}"]?.get?.parameters).toContainEqual({
		name: "range",
		in: "header",
		required: false,
		schema: { type: "string" },
	});
});

test("a body that is one of several is described as all of them", async () => {
	const { paths } = await readDocument();
	const body = paths["/candidates/{id}"]?.patch?.requestBody?.content["application/json"]?.schema;
	expect(body?.anyOf?.map(({ required }) => required)).toEqual([["stageId", "reason"], ["courseId"], ["locationId"]]);
});

test("every reference leads somewhere", async () => {
	const document = await readDocument();
	const references = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/([^"]+)"/g)];
	expect(references.length).toBeGreaterThan(0);
	for (const [, name = ""] of references) expect(document.components.schemas).toHaveProperty([name]);
	expect(JSON.stringify(document)).not.toContain("#/$defs/");
});

test("the page needs no script and nothing from elsewhere, and its links lead to places on it", async () => {
	const response = await call("/docs");
	expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
	expect(response.headers.get("content-security-policy")).toMatch(/^default-src 'none'; style-src 'sha256-[^']+';/);
	const page = await response.text();
	expect(page).toContain('<html lang="en">');
	expect(page).toContain("One attached file. Served so that nothing in it can run.");
	expect(page).not.toMatch(/<script|https?:\/\/|style="|undefined|\[object/);
	const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
	expect(new Set(ids).size).toBe(ids.length);
	const targets = [...page.matchAll(/href="#([^"]+)"/g)].map(([, target]) => target);
	const missing = targets.filter((target) => !ids.includes(target));
	// why: this small app serves no sign-in, which the introduction links to.
	expect(missing.filter((target) => target !== "login")).toEqual([]);
});

test("the style sheet's hash in the policy is the hash of the style sheet", async () => {
	const response = await call("/docs");
	const style = /<style>([\s\S]*?)<\/style>/.exec(await response.text())?.[1] ?? "";
	const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(style));
	const hash = btoa(String.fromCharCode(...new Uint8Array(digest)));
	expect(response.headers.get("content-security-policy")).toContain(`'sha256-${hash}'`);
});
