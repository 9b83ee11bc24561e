import { exampleValue } from "#worker/services/openapi/example-values";
import type { Schema } from "#worker/services/openapi/json-schema";

/** The name of a property, and of the object that it belongs to. */
interface Place {
	name: string;
	parent: string;
}

/** Returns a value that a schema describes, chosen by its place. */
export const exampleOf = (schema: Schema, components: Record<string, Schema>, place: Place): unknown => {
	const { name } = place;
	const inner = (part: Schema, partName = name, parent = place.parent) =>
		exampleOf(part, components, { name: partName, parent });
	if (schema.$ref) {
		const component = schema.$ref.split("/").at(-1) ?? "";
		return exampleOf(components[component] ?? {}, components, { name: component, parent: place.parent });
	}
	if (schema.const !== undefined) return schema.const;
	const value = exampleValue(place);
	if (schema.enum) return schema.enum.includes(value) ? value : schema.enum[0];
	const [first] = schema.anyOf ?? schema.oneOf ?? [];
	if (first) return inner(first);
	if (schema.prefixItems) return schema.prefixItems.map((part) => inner(part));
	const type = [schema.type].flat()[0];
	if (value !== undefined && isOfType(value, schema.type)) return value;
	if (!schema.properties && schema.type?.includes("null")) return null;
	if (type === "array") return schema.items ? [inner(schema.items)] : [];
	if (schema.properties) return objectExample(schema, (part, partName) => inner(part, partName, name));
	if (typeof schema.additionalProperties === "object") return { [name]: inner(schema.additionalProperties, "") };
	if (schema.default !== undefined) return schema.default;
	return simpleExamples[type ?? ""];
};

/** why only what a request must have: optional properties may contradict each other. */
const objectExample = (
	{ properties = {}, required = [], additionalProperties }: Schema,
	inner: (part: Schema, name: string) => unknown,
) =>
	Object.fromEntries(
		Object.entries(properties)
			.filter(([name]) => additionalProperties !== false || required.includes(name))
			.map(([name, property]) => [name, inner(property, name)]),
	);

const isOfType = (value: unknown, types: Schema["type"] = []): boolean => {
	const wanted = [types].flat();
	if (wanted.length === 0) return true;
	if (value === null) return wanted.includes("null");
	if (Array.isArray(value)) return wanted.includes("array");
	return wanted.includes(typeof value) || (wanted.includes("integer") && Number.isInteger(value));
};

const simpleExamples: Record<string, unknown> = { string: "text", number: 1, integer: 1, boolean: true, object: {} };
