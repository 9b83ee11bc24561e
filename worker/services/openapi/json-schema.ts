import { toJsonSchema, toJsonSchemaDefs } from "@valibot/to-json-schema";
import type { GenericSchema } from "valibot";
import { namedSchemas } from "#worker/services/openapi/features";

/** A JSON Schema as far as the documentation reads it. */
export interface Schema {
	$ref?: string;
	type?: string | string[];
	properties?: Record<string, Schema>;
	required?: string[];
	items?: Schema;
	anyOf?: Schema[];
	enum?: unknown[];
	const?: unknown;
	default?: unknown;
	additionalProperties?: boolean | Schema;
	[keyword: string]: unknown;
}

const target = "draft-2020-12";
// why: a check or a transformation has no words in JSON Schema; the rest of its schema still tells most.
const errorMode = "ignore";
const overrideRef = ({ referenceId }: { referenceId: string }) => `#/components/schemas/${referenceId}`;

/** What a caller sends. */
export const requestSchema = (schema: GenericSchema): Schema =>
	withoutDialect(
		toJsonSchema(schema.type === "lazy" ? variantsOf(schema) : schema, { typeMode: "input", target, errorMode }),
	);

/** why: a lazy schema becomes a reference to itself; asked without a body, it names what it chooses from. */
const variantsOf = (schema: GenericSchema): GenericSchema =>
	"getter" in schema && typeof schema.getter === "function" ? schema.getter(undefined) : schema;

/** What is answered; schemas with a name of their own are referred to. */
export const answerSchema = (schema: GenericSchema): Schema =>
	withoutDialect(
		toJsonSchema(schema, { typeMode: "output", target, errorMode, overrideRef, definitions: namedSchemas() }),
	);

/** Every named schema, for `components`. */
export const componentSchemas = (): Record<string, Schema> =>
	toJsonSchemaDefs(namedSchemas(), { typeMode: "output", target, errorMode, overrideRef }) as Record<string, Schema>;

const withoutDialect = ({ $schema, $defs, ...schema }: object & { $schema?: unknown; $defs?: unknown }): Schema =>
	schema as Schema;
