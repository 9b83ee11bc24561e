import { type Html, html } from "#worker/services/openapi/html";
import type { Schema } from "#worker/services/openapi/json-schema";

/** A schema as TypeScript would write it; names of other schemas link to them. */
export const schemaText = (schema: Schema, indent = ""): Html => {
	if (schema.$ref) {
		const name = schema.$ref.split("/").at(-1) ?? "";
		return html`<a href="#schema-${name}">${name}</a>`;
	}
	if (schema.anyOf) return alternatives(schema.anyOf, indent);
	if (schema.const !== undefined) return html`${JSON.stringify(schema.const)}`;
	if (schema.enum) return html`${schema.enum.map((value) => JSON.stringify(value)).join(" | ")}`;
	if (schema.items) return html`Array&lt;${schemaText(schema.items, indent)}&gt;`;
	if (schema.properties) return objectText(schema, indent);
	if (typeof schema.additionalProperties === "object")
		return html`Record&lt;string, ${schemaText(schema.additionalProperties, indent)}&gt;`;
	return html`${[schema.type ?? "unknown"].flat().join(" | ")}`;
};

const alternatives = (schemas: readonly Schema[], indent: string): Html =>
	html`${schemas.map((schema, index) => html`${index === 0 ? "" : " | "}${schemaText(schema, indent)}`)}`;

const objectText = ({ properties = {}, required = [] }: Schema, indent: string): Html => {
	const deeper = `${indent}  `;
	const lines = Object.entries(properties).map(
		([name, property]) =>
			html`${deeper}${name}${required.includes(name) ? "" : "?"}: ${schemaText(property, deeper)};\n`,
	);
	return lines.length === 0 ? html`{}` : html`{\n${lines}${indent}}`;
};
