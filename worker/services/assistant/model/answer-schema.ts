import { toJsonSchema } from "@valibot/to-json-schema";
import * as v from "valibot";
import { Criterion } from "#worker/contract/criteria/criteria";
import { maxCriteria, maxPrompt } from "#worker/contract/criteria/terms";
import { described } from "#worker/contract/described";

/** The only thing that a model can say. */
export const ModelAnswer = v.strictObject({
	criteria: described(
		v.pipe(v.array(Criterion), v.maxLength(maxCriteria)),
		"The criteria, which must all be met; empty where nothing was understood.",
	),
	notUnderstood: described(
		v.pipe(v.array(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(maxPrompt))), v.maxLength(50)),
		"Words that no criterion stands for, exactly as they were typed.",
	),
});

export const answerName = "criteria";

let known: object | undefined;

/** Returns the answer as the JSON Schema that models are held to. */
export const answerSchema = (): object => {
	known ??= strictly(toJsonSchema(ModelAnswer, { typeMode: "input", errorMode: "ignore" })) as object;
	return known;
};

/** Keywords that the strict modes of the services know; the contract checks the rest. */
const keptKeywords = new Set([
	"type",
	"properties",
	"required",
	"additionalProperties",
	"items",
	"anyOf",
	"enum",
	"description",
]);

/** Keeps what strict modes know: every property is required, one of some is `anyOf`, and a constant an `enum`. */
const strictly = (schema: unknown): unknown => {
	if (typeof schema !== "object" || schema === null) return schema;
	const { oneOf, const: constant, properties, items, ...rest } = schema as Record<string, unknown>;
	const kept = Object.entries({
		...rest,
		...(oneOf !== undefined && { anyOf: oneOf }),
		...(constant !== undefined && { type: "string", enum: [constant] }),
	}).filter(([name]) => keptKeywords.has(name));
	return {
		...Object.fromEntries(
			kept.map(([name, value]) => [name, name === "anyOf" ? (value as unknown[]).map(strictly) : value]),
		),
		...(items !== undefined && { items: strictly(items) }),
		...(properties !== undefined && {
			properties: Object.fromEntries(
				Object.entries(properties as object).map(([name, property]) => [name, strictly(property)]),
			),
			required: Object.keys(properties as object),
			additionalProperties: false,
		}),
	};
};
