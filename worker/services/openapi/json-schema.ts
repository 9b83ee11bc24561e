import { toJsonSchema, toJsonSchemaDefs } from "@valibot/to-json-schema";
import type { GenericSchema } from "valibot";
import { namedSchemas } from "#worker/services/openapi/features";

/** The part of JSON Schema that the documentation uses. */
export interface Schema {
	$ref?: string;
	type?: string | string[];
	description?: string;
	properties?: Record<string, Schema>;
	required?: string[];
	items?: Schema;
	prefixItems?: Schema[];
	anyOf?: Schema[];
	oneOf?: Schema[];
	enum?: unknown[];
	const?: unknown;
	default?: unknown;
	additionalProperties?: boolean | Schema;
	[keyword: string]: unknown;
}

type Mode = "input" | "output";

const target = "draft-2020-12";
// why: JSON Schema cannot express a check or a transformation; the rest of the schema is still useful.
const errorMode = "ignore";

const refTo = (name: string) => `#/components/schemas/${name}`;

/** Collects schemas by their exported names; one whose input differs has a second name for requests. */
export const collectSchemas = () => {
	const named = namedSchemas();
	const defsOf = (typeMode: Mode) => {
		const defs = toJsonSchemaDefs(named, { typeMode, target, errorMode, overrideRef: byName });
		return Object.fromEntries(Object.entries(defs).map(([name, schema]) => [name, tidy(schema)]));
	};
	const [inputs, outputs] = [defsOf("input"), defsOf("output")];
	const differing = namesThatDiffer(inputs, outputs);
	const components: Record<string, Schema> = {};
	const convert = (schema: GenericSchema, typeMode: Mode): Schema => {
		const json = toJsonSchema(variantsOf(schema), {
			typeMode,
			target,
			errorMode,
			definitions: named,
			overrideRef: byName,
		});
		return refer(tidy(json), typeMode);
	};
	/** Adds the schemas that a schema refers to, and renames references to inputs that differ. */
	const refer = (schema: Schema, typeMode: Mode): Schema =>
		mapRefs(schema, (name) => {
			const renamed = typeMode === "input" && differing.has(name) ? `${name}Input` : name;
			if (!Object.hasOwn(components, renamed)) {
				components[renamed] = {};
				components[renamed] = refer((typeMode === "input" ? inputs : outputs)[name] ?? {}, typeMode);
			}
			return renamed;
		});
	/** Keeps an object schema under a name and returns a reference to it; returns others unchanged. */
	const keep = (schema: Schema, name: string): Schema => {
		if (!schema.properties && !schema.anyOf) return schema;
		components[name] = schema;
		return { $ref: refTo(name) };
	};
	return { components, convert, keep };
};
export type Collection = ReturnType<typeof collectSchemas>;

/** why: a lazy schema would refer to itself; called without a body, its getter returns the variants. */
const variantsOf = (schema: GenericSchema): GenericSchema =>
	"getter" in schema && typeof schema.getter === "function" ? schema.getter(undefined) : schema;

const byName = ({ referenceId }: { referenceId: string }) => refTo(referenceId);

/** Returns the names whose input differs from their output, also by a schema that they refer to. */
const namesThatDiffer = (inputs: Record<string, Schema>, outputs: Record<string, Schema>): Set<string> => {
	const differing = new Set(
		Object.keys(inputs).filter((name) => JSON.stringify(inputs[name]) !== JSON.stringify(outputs[name])),
	);
	for (let before = -1; before !== differing.size; ) {
		before = differing.size;
		for (const [name, schema] of Object.entries(inputs))
			if (refsIn(schema).some((inner) => differing.has(inner))) differing.add(name);
	}
	return differing;
};

const refsIn = (schema: Schema): string[] =>
	[...JSON.stringify(schema).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name = ""]) => name);

const mapRefs = (schema: Schema, rename: (name: string) => string): Schema =>
	mapSchemas(schema, (inner) =>
		inner.$ref === undefined ? inner : { ...inner, $ref: refTo(rename(inner.$ref.slice(refTo("").length))) },
	);

/** Removes keywords that say nothing, and moves `null` from `anyOf` to `type`. */
const tidy = (schema: object): Schema =>
	mapSchemas(schema as Schema, ({ $schema: _, $defs: __, propertyNames: ___, ...inner }) => {
		const { anyOf, required, ...others } = inner;
		const [value, nothing] = anyOf ?? [];
		const isNullable = anyOf?.length === 2 && nothing?.type === "null" && typeof value?.type === "string";
		return withTypedDefault({
			...others,
			...(required?.length && { required }),
			...(isNullable ? orNull({ ...value, ...others }) : anyOf && { anyOf }),
		});
	});

const orNull = ({ enum: options, ...schema }: Schema): Schema => ({
	...schema,
	type: [schema.type ?? [], "null"].flat(),
	...(options && { enum: [...options, null] }),
});

/** why: the default of a query parameter is text; the documentation shows the value that it stands for. */
const withTypedDefault = (schema: Schema): Schema =>
	typeof schema.default === "string" && [schema.type].flat().some((type) => type === "integer" || type === "boolean")
		? { ...schema, default: JSON.parse(schema.default) }
		: schema;

/** Maps a schema and all schemas within it, the innermost first. */
const mapSchemas = (schema: Schema, map: (schema: Schema) => Schema): Schema => {
	const inside = (inner: Schema) => mapSchemas(inner, map);
	const mapped: Schema = { ...schema };
	if (schema.properties)
		mapped.properties = Object.fromEntries(
			Object.entries(schema.properties).map(([name, property]) => [name, inside(property)]),
		);
	for (const key of ["anyOf", "oneOf", "prefixItems"] as const) if (schema[key]) mapped[key] = schema[key].map(inside);
	if (schema.items) mapped.items = inside(schema.items);
	if (typeof schema.additionalProperties === "object")
		mapped.additionalProperties = inside(schema.additionalProperties);
	return map(mapped);
};

export interface Parameter {
	name: string;
	in: "path" | "query" | "header";
	required: boolean;
	description: string;
	schema: Schema;
	example: unknown;
}

export type Content = Record<string, { schema: Schema; example?: unknown; examples?: object }>;

export interface ResponseObject {
	description: string;
	headers?: Record<string, { description: string; schema: Schema }>;
	content?: Content;
}

export interface Operation {
	operationId: string;
	tags: string[];
	summary: string;
	description: string;
	"x-privileges"?: readonly string[];
	security: Record<string, string[]>[];
	parameters: Parameter[];
	requestBody?: { required: true; content: Content };
	responses: Record<string, ResponseObject | { $ref: string }>;
}
