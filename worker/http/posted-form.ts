import {
	MaxFileSizeExceededError,
	MaxPartsExceededError,
	MaxTotalSizeExceededError,
	MultipartParseError,
	MultipartParser,
	type MultipartPart,
} from "@remix-run/multipart-parser";
import { maxUploadBytes } from "#worker/contract/forms/accepted-files";
import { type FormLimits, maxBodyBytes, type PostedField } from "#worker/contract/posted-form";
import { fail, ok, type Result } from "#worker/contract/result";
import { type Body, type Bytes, drainBody, readBounded } from "#worker/http/bounded-body";

const maxFields = 2_000;

/**
 * Reads a form that a page posted, in either encoding, of at most `maxBytes`; `maxMultipartBytes` if it may hold files.
 * Fails with `malformed`, `too_large` or `files_too_large`.
 */
export const readPostedForm = async (
	request: Request,
	{ maxBytes = maxBodyBytes, maxMultipartBytes = maxBytes }: FormLimits = {},
): Promise<Result<PostedField[]>> => {
	const contentType = request.headers.get("content-type");
	if (boundaryOf(contentType) !== undefined) return readMultipart(request.body, contentType, maxMultipartBytes);
	const chunks = await readBounded(request, maxBytes);
	if (!chunks.ok) return chunks;
	const entries = new URLSearchParams(textOf(chunks.value));
	return ok([...entries].map(([name, value]) => ({ name, value, bytes: Buffer.byteLength(value) })));
};

/**
 * Reads a multipart body of at most `maxBytes` and 2,000 fields. It is refused as soon as it exceeds a limit, and
 * nothing of it is kept: `too_large` or `files_too_large`; `malformed` when it cannot be read or broke off.
 */
export const readMultipart = async (
	body: Body,
	contentType: string | null,
	maxBytes: number,
): Promise<Result<PostedField[]>> => {
	const boundary = boundaryOf(contentType);
	const limits = { maxFileSize: maxBytes, maxTotalSize: maxBytes, maxParts: maxFields };
	let parser = boundary === undefined ? undefined : new MultipartParser(boundary, limits);
	let refusal: ReturnType<typeof refusalOf> = fail("malformed");
	const fields: PostedField[] = [];
	const isWhole = await drainBody(body, (chunk) => {
		try {
			for (const part of parser?.write(chunk) ?? []) fields.push(fieldOf(part));
		} catch (error) {
			// why: the parser also throws at bytes behind the closing boundary, and browsers send a line break there.
			if (isComplete(parser)) return false;
			refusal = refusalOf(error, maxBytes);
			parser = undefined;
			fields.length = 0;
		}
		return parser !== undefined;
	});
	return isWhole && isComplete(parser) ? ok(fields) : refusal;
};

const refusalOf = (error: unknown, maxBytes: number) => {
	if (error instanceof MaxFileSizeExceededError || error instanceof MaxTotalSizeExceededError)
		return fail(maxBytes < maxUploadBytes ? "too_large" : "files_too_large");
	if (error instanceof MaxPartsExceededError)
		return fail("too_large", { message: `A form can have at most ${maxFields.toLocaleString("en")} fields.` });
	return fail("malformed");
};

const isComplete = (parser: MultipartParser | undefined): boolean => {
	try {
		parser?.finish();
		return parser !== undefined;
	} catch {
		return false;
	}
};

/** Reads the boundary of a multipart/form-data content type. */
const boundaryOf = (contentType: string | null): string | undefined => {
	const [, quoted, plain] =
		/^multipart\/form-data\s*;(?:.*;)?\s*boundary=(?:"([^"\r\n]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType ?? "") ??
		[];
	return quoted ?? plain;
};

const fieldOf = ({ headers, content, size }: MultipartPart): PostedField => {
	// why not the parser's own reading: it drops backslashes and outer spaces, which the name of a field may have.
	const disposition = headers["content-disposition"] ?? "";
	const name = /^form-data\s*;(?:.*;)?\s*name="([^"]*)"/i.exec(disposition)?.[1];
	const fileName = /;\s*filename="([^"]*)"/i.exec(disposition)?.[1];
	if (name === undefined) throw new MultipartParseError("A part has no name");
	const chunks = content as Bytes[];
	const type = headers["content-type"] ?? "";
	const value = fileName === undefined ? textOf(chunks) : new File(chunks, unescaped(fileName), { type });
	return { name: unescaped(name), value, bytes: size };
};

/** Decodes UTF-8 that came in chunks. */
export const textOf = (chunks: readonly Bytes[]): string => {
	const decoder = new TextDecoder();
	return chunks.map((chunk) => decoder.decode(chunk, { stream: true })).join("") + decoder.decode();
};

/** why: browsers escape these three characters in a part's names, and no others. */
const unescaped = (text: string): string =>
	text.replace(/%(22|0D|0A)/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
