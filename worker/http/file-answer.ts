import { fail, ok } from "#worker/contract/result";
import type { Env } from "#worker/env";
import { readByteRange } from "#worker/http/byte-range";
import { fileHeaders } from "#worker/http/file-headers";

/** A file in the store, and its name for the reader. */
export interface StoredFile {
	name: string;
	mimetype: string;
	/** In bytes. */
	size: number;
	objectKey: string;
}

/** A file, or a part of it, being read from the store. */
export interface OpenFile {
	name: string;
	mimetype: string;
	/** Bytes of the whole file. */
	size: number;
	body: ReadableStream;
	/** Set when only a part was asked for. */
	part?: { offset: number; length: number };
}

/** Opens a stored file, or the part of it that a Range header asks for. */
export const openStoredFile = async (
	{ FILES }: Env,
	{ name, mimetype, size, objectKey }: StoredFile,
	rangeHeader: string | undefined,
) => {
	const range = readByteRange(rangeHeader, size);
	if (range === "unsatisfiable") return fail("range_unsatisfiable", { details: { size } });
	const object = await FILES.get(objectKey, range === "whole" ? {} : { range });
	if (!object) return fail("not_found");
	const file = { name, mimetype, size: object.size, body: object.body };
	return ok(range === "whole" ? file : { ...file, part: range });
};

/** Returns the response that carries the file: nothing in it can run. */
export const fileAnswer = (file: OpenFile): Response => {
	const headers = fileHeaders(file);
	headers.set("content-length", String(file.part?.length ?? file.size));
	if (!file.part) return new Response(file.body, { headers });
	const { offset, length } = file.part;
	headers.set("content-range", `bytes ${offset}-${offset + length - 1}/${file.size}`);
	return new Response(file.body, { status: 206, headers });
};

/** Returns the response that carries a file while it is being made: its length is not known yet. */
export const streamAnswer = ({ name, body }: { name: string; body: ReadableStream }): Response => {
	const headers = fileHeaders({ name, mimetype: "application/octet-stream" });
	headers.delete("accept-ranges");
	return new Response(body, { headers });
};

interface MadeFile {
	bytes: Uint8Array<ArrayBuffer>;
	name: string;
	mimetype: string;
}

/** Returns the response that carries a file made for this request, to be shown or saved. */
export const bytesAnswer = ({ bytes, name, mimetype }: MadeFile, disposition: "inline" | "attachment"): Response => {
	const headers = fileHeaders({ name, mimetype });
	const named = headers.get("content-disposition")?.replace(/^\w+/, disposition) ?? disposition;
	headers.set("content-disposition", named);
	headers.delete("accept-ranges");
	headers.set("content-length", String(bytes.length));
	return new Response(bytes, { headers });
};
