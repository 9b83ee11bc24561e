/** Keywords that OpenAI's strict mode takes (platform.openai.com/docs/guides/structured-outputs). */
const supported = new Set([
	"type",
	"properties",
	"required",
	"additionalProperties",
	"items",
	"anyOf",
	"enum",
	"const",
	"description",
	"pattern",
	"format",
	"minimum",
	"maximum",
	"multipleOf",
	"minItems",
	"maxItems",
	"$defs",
	"$ref",
]);
const maxDepth = 10;

/** Returns why strict mode refuses a schema; undefined when it takes it. */
export const faultOfStrictSchema = (schema: Record<string, unknown>): string | undefined => {
	if (schema.type !== "object") return "schema must be a JSON Schema of 'type: \"object\"'";
	return faultAt(schema, "root", 1);
};

const faultAt = (schema: Record<string, unknown>, place: string, depth: number): string | undefined => {
	if (depth > maxDepth) return `${place}: the schema exceeds ${maxDepth} levels`;
	const unknown = Object.keys(schema).find((keyword) => !supported.has(keyword));
	if (unknown) return `In ${place}, '${unknown}' is not permitted`;
	const { properties, items, anyOf } = schema;
	if (schema.type === "object") {
		if (schema.additionalProperties !== false) return `In ${place}, 'additionalProperties' must be false`;
		const names = Object.keys(asRecord(properties));
		const required = Array.isArray(schema.required) ? schema.required : [];
		const missing = names.find((name) => !required.includes(name));
		if (missing) return `In ${place}, 'required' must include every key in properties. Missing '${missing}'`;
	} else if (schema.type === undefined && !anyOf) return `In ${place}, schema must have a 'type' key`;
	const inner = [
		...Object.entries(asRecord(properties)).map(([name, one]) => ({ name, one, depth: depth + 1 })),
		...(items === undefined ? [] : [{ name: "[]", one: items, depth }]),
		...(Array.isArray(anyOf) ? anyOf.map((one, index) => ({ name: `|${index}`, one, depth })) : []),
	];
	for (const { name, one, depth } of inner) {
		const fault = faultAt(asRecord(one), `${place}.${name}`, depth);
		if (fault) return fault;
	}
	return undefined;
};

const asRecord = (value: unknown): Record<string, unknown> =>
	typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
