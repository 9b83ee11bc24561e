import * as v from "valibot";
import { described, text } from "#worker/contract/described";

/** Bytes of one uploaded file, and of everything sent together. */
export const maxFileBytes = 10_000_000;
export const maxUploadBytes = 40_000_000;
export const fileTooLarge = "A file can have at most 10 MB. Choose a smaller one.";
/** Files that one field may hold; a person's picture is one. */
export const maxFilesPerField = 5;

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
