import { expect, test } from "vitest";
import { curlLine } from "./curl";
import type { Operation } from "./json-schema";

const parameter = (place: "path" | "query", name: string, required: boolean, example: string) => ({
	name,
	in: place,
	required,
	description: "",
	schema: { type: "string" },
	example,
});

const operation = (more: Partial<Operation>): Operation => ({
	operationId: "one",
	tags: [],
	summary: "",
	description: "",
	security: [{ accessToken: [] }],
	parameters: [],
	responses: {},
	...more,
});

test("a read has its path and the parameters that it must have", () => {
	const parameters = [
		parameter("path", "id", true, "form 1/2"),
		parameter("query", "applicationId", true, "undergraduate-2026"),
		parameter("query", "page", false, "0"),
	];
	expect(curlLine("get", "/forms/{id}", operation({ parameters }))).toBe(
		"curl 'https://portal.example/api/forms/form%201%2F2?applicationId=undergraduate-2026' \\\n  -H 'authorization: Bearer …'",
	);
});

test("a write has its method and its body, quoted for a shell", () => {
	const content = { "application/json": { schema: {}, example: { reason: "The dean's decision" } } };
	expect(curlLine("patch", "/candidates", operation({ requestBody: { required: true, content }, security: [] }))).toBe(
		"curl -X PATCH 'https://portal.example/api/candidates' \\\n  -H 'content-type: application/json' \\\n" +
			`  -d '{"reason":"The dean'\\''s decision"}'`,
	);
	expect(curlLine("post", "/tasks", operation({}))).toContain("curl -X POST ");
});

test("a form is sent as fields, and a body with files as parts", () => {
	const form = { "application/x-www-form-urlencoded": { schema: {}, example: { grant_type: "refresh_grant" } } };
	expect(curlLine("post", "/ums/token", operation({ requestBody: { required: true, content: form } }))).toContain(
		"-d 'grant_type=refresh_grant'",
	);
	const parts = { "multipart/form-data": { schema: {}, example: { data: { name: "list.csv" } } } };
	expect(curlLine("put", "/forms", operation({ requestBody: { required: true, content: parts } }))).toContain(
		`-F 'data={"name":"list.csv"}'`,
	);
});
