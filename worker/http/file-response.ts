import { previewOf } from "#worker/contract/file-previews";
import { fail, ok } from "#worker/contract/result";
import type { Env } from "#worker/env";

export interface StoredFile {
	name: string;
	mimetype: string;
	/** In bytes. */
	size: number;
	objectKey: string;
}

/**
 * Returns the response that carries a stored file, or the part of it that a Range header asks for. Fails with
 * `not_found`, or with `range_unsatisfiable` for a range behind the end.
 */
export const storedFileResponse = async (
	{ FILES }: Env,
	file: StoredFile | undefined,
	rangeHeader: string | undefined,
) => {
	if (!file) return fail("not_found");
	const range = readByteRange(rangeHeader, file.size);
	if (range === "unsatisfiable") return fail("range_unsatisfiable", { details: { size: file.size } });
	const object = await FILES.get(file.objectKey, range === "whole" ? {} : { range });
	if (!object) return fail("not_found");
	const headers = fileHeaders(file);
	headers.set("accept-ranges", "bytes");
	headers.set("content-length", String(range === "whole" ? object.size : range.length));
	if (range === "whole") return ok(new Response(object.body, { headers }));
	const { offset, length } = range;
	headers.set("content-range", `bytes ${offset}-${offset + length - 1}/${object.size}`);
	return ok(new Response(object.body, { status: 206, headers }));
};

/** Returns the response that carries a file while it is being made: its length is not known yet. */
export const streamResponse = ({ name, body }: { name: string; body: ReadableStream }): Response =>
	new Response(body, { headers: fileHeaders({ name, mimetype: "application/octet-stream" }) });

/** Returns the response that carries a PDF made for this request, to be shown or saved. */
export const pdfResponse = (
	{ bytes, name }: { bytes: Uint8Array<ArrayBuffer>; name: string },
	disposition: "inline" | "attachment",
): Response => {
	const headers = fileHeaders({ name, mimetype: "application/pdf", disposition });
	headers.set("content-length", String(bytes.length));
	return new Response(bytes, { headers });
};

/** Media types by file ending. why: the browser gets one of these types or nothing, whatever was uploaded. */
const pictureTypes: Readonly<Record<string, string>> = {
	jpg: "image/jpeg",
	jpeg: "image/jpeg",
	png: "image/png",
	webp: "image/webp",
	gif: "image/gif",
};

/**
 * Returns the response that carries a stored picture, with headers under which it can be nothing else. Fails with
 * `not_found` without a key, without the file, and for another type.
 */
export const pictureResponse = async (
	{ FILES }: Env,
	key: string | null | undefined,
	{ cacheControl = "no-store", isForOtherSites = false } = {},
) => {
	const type = key && pictureTypes[key.split(".").at(-1)?.toLowerCase() ?? ""];
	const picture = type ? await FILES.get(key) : null;
	if (!type || !picture) return fail("not_found");
	const headers = {
		"content-type": type,
		"content-length": String(picture.size),
		"cache-control": cacheControl,
		"content-security-policy": "default-src 'none'; sandbox",
		// why: programs that read email may be pages of another site.
		"cross-origin-resource-policy": isForOtherSites ? "cross-origin" : "same-origin",
		"x-content-type-options": "nosniff",
		etag: picture.httpEtag,
	};
	return ok(new Response(picture.body, { headers }));
};

interface ToBeSent {
	name: string;
	mimetype: string;
	disposition?: "inline" | "attachment";
}

/** Returns headers under which an uploaded file can do no harm, whatever it holds. */
const fileHeaders = ({ name, mimetype, disposition }: ToBeSent): Headers => {
	const isShown = previewOf(mimetype) !== null;
	return new Headers({
		"content-type": isShown ? mimetype : "application/octet-stream",
		"content-disposition": `${disposition ?? (isShown ? "inline" : "attachment")}; ${encodeFileName(name)}`,
		"content-security-policy": "default-src 'none'; sandbox; style-src 'unsafe-inline'",
		"x-content-type-options": "nosniff",
		"cross-origin-resource-policy": "same-origin",
		"cache-control": "private, no-store",
	});
};

/** Writes the name twice: in ASCII for old clients, and as it is (RFC 5987, RFC 6266). */
const encodeFileName = (name: string): string => {
	const ascii = name.replace(/[^\w .()-]/g, "_").slice(0, 150) || "file";
	const encoded = encodeURIComponent(name.toWellFormed()).replace(
		/['()*]/g,
		(char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
	);
	return `filename="${ascii}"; filename*=UTF-8''${encoded}`;
};

/** A part of a file: `length` bytes from `offset`. */
interface ByteRange {
	offset: number;
	length: number;
}

/**
 * Reads a Range header for a file of `size` bytes. @returns "whole" for no header, several ranges or another unit
 * (RFC 9110 lets a server ignore those); "unsatisfiable" for a range that begins behind the end
 */
const readByteRange = (header: string | undefined, size: number): ByteRange | "whole" | "unsatisfiable" => {
	const [, first = "", last = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? "") ?? [];
	if (first === "" && last === "") return "whole";
	if (first === "") {
		const length = Math.min(Number(last), size);
		return length === 0 ? "unsatisfiable" : { offset: size - length, length };
	}
	const offset = Number(first);
	const end = last === "" ? size - 1 : Math.min(Number(last), size - 1);
	if (last !== "" && Number(last) < offset) return "whole";
	return offset >= size ? "unsatisfiable" : { offset, length: end - offset + 1 };
};
