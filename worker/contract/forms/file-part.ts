import * as v from "valibot";
import { described, text } from "#worker/contract/described";

/** One file of a multipart body, by the name of its part. `digest` is the hash of its content, set by the reader. */
export const FilePart = v.strictObject({
	part: text("The name of the part."),
	file: described(v.instance(File), "The file."),
	digest: v.optional(text("A hash of what the file holds, set by the reader.")),
});
export type FilePart = v.InferOutput<typeof FilePart>;

/** A multipart body: its part `data` is JSON of this shape, every other part a file. */
export const multipartBody = <S extends v.GenericSchema>(data: S) =>
	v.strictObject({ data, files: described(v.optional(v.array(FilePart), []), "The files that were sent.") });
