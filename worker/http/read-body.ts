import { maxBodyBytes, readBounded, tooLarge } from "#worker/contract/bounded-body";
import type { Endpoint } from "#worker/contract/endpoint";
import type { FilePart } from "#worker/contract/forms/file-part";
import { type Multipart, readMultipart } from "#worker/contract/multipart-body";
import { fail, ok, type Result } from "#worker/contract/result";
import { longestField } from "#worker/http/longest-field";

/** A JSON or form body of at most `maxBodyBytes`, or a multipart one within its limits as `{ data, files }`. */
export const readBody = async (
	request: Request,
	{ encoding = "json", alsoJson = false }: Pick<Endpoint, "encoding" | "alsoJson">,
): Promise<Result<unknown>> => {
	if (encoding === "multipart" && alsoJson && isJson(request)) {
		const data = await readBody(request, { encoding: "json" });
		return data.ok ? ok({ data: data.value, files: [] }) : data;
	}
	if (encoding === "multipart") {
		const read = await readMultipart(request.body, request.headers.get("content-type"), (name, parts) =>
			name === "data" ? fieldOfJson(parts) : undefined,
		);
		return read.ok ? asDataAndFiles(read.value) : read;
	}
	const parts = await readBounded(request.body, maxBodyBytes, encoding === "json" ? fieldOfJson : undefined);
	if (!parts.ok) return parts;
	const text = toText(parts.value);
	if (encoding === "form") return ok(Object.fromEntries(new URLSearchParams(text)));
	return isJson(request) ? parseJson(text) : fail("malformed");
};

const isJson = ({ headers }: Request): boolean => headers.get("content-type")?.includes("json") ?? false;

const asDataAndFiles = async ({ fields, files }: Multipart): Promise<Result<unknown>> => {
	const text = fields.find(({ name }) => name === "data")?.value ?? (await textOfFile(files));
	if (text === undefined) return fail("malformed");
	if (text.length > maxBodyBytes) return tooLarge(longestField(text.slice(0, maxBodyBytes)));
	const data = parseJson(text);
	const others = files.filter(({ part }) => part !== "data");
	return data.ok ? ok({ data: data.value, files: await Promise.all(others.map(withDigest)) }) : data;
};

/** why: a client that gives its JSON a content type sends it as a file. */
const textOfFile = (files: readonly FilePart[]): Promise<string> | undefined =>
	files.find(({ part }) => part === "data")?.file.text();

/** why: a repeat of a request is known by what it sent, files included. */
const withDigest = async (part: FilePart): Promise<FilePart> => {
	const hash = await crypto.subtle.digest("SHA-256", await part.file.arrayBuffer());
	return { ...part, digest: Buffer.from(hash).toString("base64url") };
};

const parseJson = (text: string): Result<unknown> => {
	try {
		return ok(JSON.parse(text));
	} catch {
		return fail("malformed");
	}
};

/** why no further: what goes beyond is not kept, and one part may be all of it. */
const fieldOfJson = (parts: readonly Uint8Array[]): string | undefined =>
	longestField(toText(parts).slice(0, maxBodyBytes));

const toText = (parts: readonly Uint8Array[]): string => {
	const decoder = new TextDecoder();
	return parts.map((part) => decoder.decode(part, { stream: true })).join("") + decoder.decode();
};
