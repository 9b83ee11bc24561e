import { type Html, html } from "#worker/services/openapi/html";
import type { Schema } from "#worker/services/openapi/json-schema";

/** Writes a schema in TypeScript's notation, with its descriptions and links to named schemas. */
export const schemaText = (schema: Schema, indent = ""): Html => {
	if (schema.$ref) {
		const name = schema.$ref.split("/").at(-1) ?? "";
		return html`<a href="#schema-${name}">${name}</a>`;
	}
	if (schema.const !== undefined) return html`${JSON.stringify(schema.const)}`;
	if (schema.enum) return html`${schema.enum.map((value) => JSON.stringify(value)).join(" | ")}`;
	const choices = schema.anyOf ?? schema.oneOf;
	if (choices) return alternatives(choices, indent);
	const types = [schema.type ?? "unknown"].flat();
	const orNull = types.includes("null") ? " | null" : "";
	if (schema.items) return html`Array&lt;${schemaText(schema.items, indent)}&gt;${orNull}`;
	if (schema.properties) return html`${objectText(schema, indent)}${orNull}`;
	if (typeof schema.additionalProperties === "object")
		return html`Record&lt;string, ${schemaText(schema.additionalProperties, indent)}&gt;${orNull}`;
	return html`${types.join(" | ")}`;
};

const alternatives = (schemas: readonly Schema[], indent: string): Html =>
	html`${schemas.map((schema, index) => html`${index === 0 ? "" : " | "}${schemaText(schema, indent)}`)}`;

const objectText = ({ properties = {}, required = [] }: Schema, indent: string): Html => {
	const deeper = `${indent}  `;
	const lines = Object.entries(properties).map(
		([name, property]) =>
			html`${meaning(property, deeper)}${deeper}${name}${required.includes(name) ? "" : "?"}: ${schemaText(property, deeper)};\n`,
	);
	return lines.length === 0 ? html`{}` : html`{\n${lines}${indent}}`;
};

const meaning = ({ description }: Schema, indent: string): Html | undefined =>
	description ? html`<span class="soft">${indent}// ${description}\n</span>` : undefined;
