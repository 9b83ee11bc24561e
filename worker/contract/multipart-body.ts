import { fieldTooLong, hearBody, maxBodyBytes } from "#worker/contract/bounded-body";
import { type FilePart, maxFileBytes, maxParts, maxUploadBytes } from "#worker/contract/forms/file-part";
import { boundaryOf, openMultipart, type PartHead } from "#worker/contract/multipart-parts";
import type { ProblemCode } from "#worker/contract/problems";
import { fail, ok, type Result } from "#worker/contract/result";

/** A multipart body as it was read: plain fields as text, files as files; a name may come more than once. */
export interface Multipart {
	fields: { name: string; value: string }[];
	files: FilePart[];
}

/**
 * Reads a multipart body that stays within its limits: 10 MB a file, 40 MB in all, 1 MB of plain fields. What goes
 * beyond is refused as soon as it is seen, by the name of its part, and nothing of it is kept.
 *
 * @param fieldWithin tells of a part that holds fields which of them is too long.
 */
export const readMultipart = async (
	body: ReadableStream<Uint8Array<ArrayBuffer>> | null,
	contentType: string | null,
	fieldWithin: FieldWithin = () => undefined,
): Promise<Result<Multipart>> => {
	const boundary = boundaryOf(contentType);
	const reading = openReading(boundary, fieldWithin);
	const isWhole = await hearBody(body, reading.take);
	if (!isWhole) return fail("malformed");
	return reading.finish();
};

type FieldWithin = (part: string, chunks: readonly Uint8Array[]) => string | undefined;

interface OpenPart {
	head: PartHead;
	chunks: Uint8Array<ArrayBuffer>[];
	bytes: number;
}

const openReading = (boundary: string | undefined, fieldWithin: FieldWithin) => {
	const read: Multipart = { fields: [], files: [] };
	const parts = boundary === undefined ? undefined : openMultipart(boundary);
	let refused: Result<Multipart> | undefined = parts ? undefined : fail("malformed");
	let open: OpenPart | undefined;
	let [fieldBytes, totalBytes, begun] = [0, 0, 0];

	const refuse = (code: ProblemCode, name?: string, why?: string) => {
		const bare = fail(code);
		refused = name === undefined ? bare : fail(code, { fields: { [name]: [why ?? bare.problem.error] } });
		read.fields.length = read.files.length = 0;
		open = undefined;
	};
	const keep = (part: OpenPart, bytes: Uint8Array<ArrayBuffer>) => {
		part.bytes += bytes.length;
		const isFile = part.head.fileName !== undefined;
		if (!isFile) fieldBytes += bytes.length;
		if (isFile && part.bytes > maxFileBytes) return refuse("file_too_large", part.head.name);
		part.chunks.push(bytes.slice());
		if (!isFile && fieldBytes > maxBodyBytes)
			return refuse("too_large", fieldWithin(part.head.name, part.chunks) ?? part.head.name, fieldTooLong);
	};
	const close = ({ head: { name, fileName, contentType }, chunks, bytes }: OpenPart) => {
		// why: a file field in which nothing was chosen is sent as a file without a name and without a byte.
		if (fileName === "" && bytes === 0) return;
		if (fileName === undefined) read.fields.push({ name, value: asText(chunks) });
		else read.files.push({ part: name, file: new File(chunks, fileName, { type: contentType }) });
	};

	return {
		/** Takes a chunk of the body; false when nothing more of it is wanted. */
		take: (chunk: Uint8Array<ArrayBuffer>): boolean => {
			totalBytes += chunk.length;
			if (totalBytes > maxUploadBytes + maxBodyBytes) refuse("files_too_large");
			if (refused || !parts) return false;
			const events = parts.push(chunk);
			if (!events) refuse("malformed");
			for (const event of events ?? []) {
				if (refused) break;
				if (event.kind === "head") {
					open = { head: event.head, chunks: [], bytes: 0 };
					if (++begun > maxParts) refuse("too_large");
				} else if (open && event.kind === "bytes") keep(open, event.bytes);
				else if (open) close(open);
			}
			return refused === undefined;
		},
		finish: (): Result<Multipart> => refused ?? (parts?.isOver() ? ok(read) : fail("malformed")),
	};
};

const asText = (chunks: readonly Uint8Array<ArrayBuffer>[]): string => {
	const decoder = new TextDecoder();
	return chunks.map((chunk) => decoder.decode(chunk, { stream: true })).join("") + decoder.decode();
};
