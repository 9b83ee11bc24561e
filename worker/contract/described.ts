import * as v from "valibot";

type Piece = v.GenericSchema | v.PipeItem<unknown, unknown, v.BaseIssue<unknown>>;

/**
 * Describes a schema for the documentation; `keywords` are added to its JSON Schema. why not `v.pipe`: it would run
 * for each value of each row. why twice: requests are documented by the input, responses by the output.
 */
export const described = <S extends v.GenericSchema>(schema: S, description: string, keywords: object = {}): S => {
	const meaning = v.metadata({ ...keywords, description });
	const [first, ...rest] = ("pipe" in schema ? schema.pipe : [schema]) as readonly Piece[];
	const own = rest.findIndex(({ kind }) => kind !== "metadata");
	const before = own < 0 ? rest : rest.slice(0, own);
	return { ...schema, pipe: [first, ...before, meaning, ...rest.slice(before.length), meaning] };
};

/** A text, a whole number, a yes or no, and a moment, each with what it means. */
export const text = (description: string) => described(v.string(), description);
export const whole = (description: string) => described(v.number(), description, { type: "integer" });
export const flag = (description: string) => described(v.boolean(), description);
export const moment = (description: string) =>
	described(v.number(), `${description} In UTC milliseconds.`, { type: "integer", format: "int64" });

/** A response that is a file of one of these media types. */
export const file = (description: string, ...mediaTypes: readonly string[]) =>
	described(v.instance(Response), description, { mediaTypes });

/** The media types of pictures, and of files that somebody has uploaded: others are sent without their type. */
export const pictures = ["image/png", "image/jpeg", "image/gif", "image/webp"] as const;
export const uploads = ["application/pdf", ...pictures, "application/octet-stream"] as const;
