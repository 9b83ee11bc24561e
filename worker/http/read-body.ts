import type { Endpoint } from "#worker/contract/endpoint";
import { type FilePart, maxFileBytes, maxUploadBytes } from "#worker/contract/forms/file-part";
import { maxBodyBytes, type PostedField } from "#worker/contract/posted-form";
import { problems } from "#worker/contract/problems";
import { fail, ok, type Result } from "#worker/contract/result";
import { readBounded } from "#worker/http/bounded-body";
import { readMultipart, textOf } from "#worker/http/posted-form";

/** Reads a JSON or form body of at most 1 MB, or a multipart one as `{ data, files }`: 10 MB a file, 1 MB of text. */
export const readBody = async (
	request: Request,
	{ encoding = "json", alsoJson = false }: Pick<Endpoint, "encoding" | "alsoJson">,
): Promise<Result<unknown>> => {
	if (encoding === "multipart" && alsoJson && isJson(request)) {
		const data = await readBody(request, { encoding: "json" });
		return data.ok ? ok({ data: data.value, files: [] }) : data;
	}
	if (encoding === "multipart") {
		const fields = await readMultipart(
			request.body,
			request.headers.get("content-type"),
			maxUploadBytes + maxBodyBytes,
		);
		return fields.ok ? asDataAndFiles(fields.value) : fields;
	}
	const chunks = await readBounded(request.body, maxBodyBytes);
	if (!chunks.ok) return chunks;
	const text = textOf(chunks.value);
	if (encoding === "form") return ok(Object.fromEntries(new URLSearchParams(text)));
	return isJson(request) ? parseJson(text) : fail("malformed");
};

const isJson = ({ headers }: Request): boolean => headers.get("content-type")?.includes("json") ?? false;

const asDataAndFiles = async (fields: readonly PostedField[]): Promise<Result<unknown>> => {
	const large = fields.find(({ value, bytes }) => value instanceof File && bytes > maxFileBytes);
	if (large) return fail("file_too_large", { fields: { [large.name]: [problems.file_too_large.message] } });
	// why: a client that gives its JSON a content type sends it as a file.
	const isText = ({ name, value }: PostedField) => typeof value === "string" || name === "data";
	const textBytes = fields.filter(isText).reduce((sum, { bytes }) => sum + bytes, 0);
	if (textBytes > maxBodyBytes) return fail("too_large");
	const written = fields.find(({ name }) => name === "data")?.value;
	if (written === undefined) return fail("malformed");
	const data = parseJson(typeof written === "string" ? written : await written.text());
	return data.ok ? ok({ data: data.value, files: await Promise.all(fields.flatMap(filePart)) }) : data;
};

/** A field's file; none for text, and for a file field that was left empty. */
const filePart = ({ name, value, bytes }: PostedField): Promise<FilePart>[] =>
	typeof value === "string" || name === "data" || (value.name === "" && bytes === 0) ? [] : [withDigest(name, value)];

/** why: a repeated request is recognised by its content, files included. */
const withDigest = async (part: string, file: File): Promise<FilePart> => {
	const hash = await crypto.subtle.digest("SHA-256", await file.arrayBuffer());
	return { part, file, digest: Buffer.from(hash).toString("base64url") };
};

const parseJson = (text: string): Result<unknown> => {
	try {
		return ok(JSON.parse(text));
	} catch {
		return fail("malformed");
	}
};
