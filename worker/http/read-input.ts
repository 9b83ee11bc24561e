import * as v from "valibot";
import type { Endpoint } from "#worker/contract/endpoint";
import { maxFileBytes, maxUploadBytes } from "#worker/contract/forms/accepted-files";
import type { FilePart } from "#worker/contract/forms/file-part";
import { maxBodyBytes, type PostedField } from "#worker/contract/posted-form";
import { type Problem, problem, problems } from "#worker/contract/problems";
import { fail, ok, type Result } from "#worker/contract/result";
import { type Bytes, readBounded } from "#worker/http/bounded-body";
import type { AppContext } from "#worker/http/create-app";
import { readMultipart, textOf } from "#worker/http/posted-form";

/**
 * Reads params, query, headers and body by their schemas. Fails with `not_found` for a param that does not fit (it is
 * no id of ours), `invalid_query`, `malformed`, `invalid` with messages by field, or as too large.
 */
export const readInput = async (c: AppContext, endpoint: Endpoint): Promise<Result<Record<string, unknown>>> => {
	const input: Record<string, unknown> = {};
	if (endpoint.params) {
		const params = v.safeParse(endpoint.params, c.req.param());
		if (!params.success) return fail("not_found");
		input.params = params.output;
	}
	const query = v.safeParse(endpoint.query ?? noParameters, readQuery(c.req.queries(), endpoint.aliases));
	if (!query.success)
		return { ok: false, problem: invalid("invalid_query", query.issues, (name) => spelling(c, endpoint, name)) };
	if (endpoint.query) input.query = query.output;
	if (endpoint.headers) {
		const headers = v.safeParse(endpoint.headers, c.req.header());
		if (!headers.success) return fail("malformed");
		input.headers = headers.output;
	}
	if (endpoint.body) {
		const raw = await readBody(c.req.raw, endpoint);
		if (!raw.ok) return raw;
		const body = v.safeParse(endpoint.body, raw.value);
		if (!body.success) return { ok: false, problem: invalid("invalid", body.issues, withoutPart(endpoint)) };
		input.body = body.output;
	}
	return ok(input);
};

const noParameters = v.strictObject({});

/** Returns a query as an object: a text for a parameter that is sent once, a list for one that is repeated. */
const readQuery = (queries: Record<string, string[]>, aliases: Endpoint["aliases"] = {}): Record<string, unknown> => {
	const values = new Map<string, string[]>();
	for (const [name, sent] of Object.entries(queries)) {
		const key = Object.hasOwn(aliases, name) ? (aliases[name] ?? name) : name;
		values.set(key, [...(values.get(key) ?? []), ...sent]);
	}
	return Object.fromEntries([...values].map(([name, sent]) => [name, sent.length === 1 ? sent[0] : sent]));
};

/** Returns a parameter's name as the caller spelled it. */
const spelling = (c: AppContext, { aliases = {} }: Endpoint, name: string): string =>
	Object.keys(aliases).find((alias) => aliases[alias] === name && c.req.query(alias) !== undefined) ?? name;

/** why: a field is called the same whether its JSON came alone or as the part `data` of a multipart body. */
const withoutPart =
	({ encoding }: Endpoint) =>
	(name: string): string =>
		encoding === "multipart" ? name.replace(/^data(\.|$)/, "") : name;

/** why: the fields' names and messages only; the rejected values may be passwords. */
const invalid = (
	code: "invalid" | "invalid_query",
	issues: readonly v.BaseIssue<unknown>[],
	nameOf: (path: string) => string,
): Problem => {
	// why: a Map, because a hostile body names a field `__proto__`.
	const fields = new Map<string, string[]>();
	let ofWhole: string | undefined;
	for (const issue of issues) {
		const name = nameOf(v.getDotPath(issue) ?? "");
		const message = messageOf(issue, name);
		if (name === "") ofWhole ??= message;
		else fields.set(name, [...(fields.get(name) ?? []), message]);
	}
	return problem(code, {
		...(ofWhole !== undefined && { message: ofWhole }),
		...(fields.size > 0 && { fields: Object.fromEntries(fields) }),
	});
};

/** why not always the issue's own: valibot's texts quote what was received. */
const messageOf = (issue: v.BaseIssue<unknown>, name: string): string => {
	if (issue.type === "strict_object" && issue.expected === "never")
		return `'${String(issue.path?.at(-1)?.key).slice(0, 100)}' is not a known field.`;
	if (!issue.message.includes("received")) return issue.message;
	if (name === "") return "The body must be a JSON object.";
	if (issue.received === "undefined") return "This is required.";
	return issue.received === "Array" ? "This takes one value, not a list." : "This is not a valid value.";
};

/** Reads a JSON, form or raw body of at most 1 MB, or a multipart one as `{ data, files }`: 10 MB a file, 1 MB of text. */
const readBody = async (
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
	const chunks = await readBounded(request, maxBodyBytes);
	if (!chunks.ok) return chunks;
	if (encoding === "raw") return ok(await joined(chunks.value));
	const text = textOf(chunks.value);
	if (encoding === "form") return ok(Object.fromEntries(new URLSearchParams(text)));
	if (!isJson(request)) return fail("malformed");
	return parseObject(text);
};

/** why the only one as it is: platforms report payments by the hundred a second, each in one chunk. */
const joined = async (chunks: readonly Bytes[]): Promise<Uint8Array> => {
	const [only] = chunks;
	return only && chunks.length === 1 ? only : new Uint8Array(await new Blob([...chunks]).arrayBuffer());
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
	const data = parseObject(typeof written === "string" ? written : await written.text());
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

const parseObject = (text: string): Result<unknown> => {
	const body = parseJson(text);
	// why: to a schema of optional fields a list is an object without any.
	return body.ok && Array.isArray(body.value) ? fail("invalid", { message: "The body must be a JSON object." }) : body;
};

const parseJson = (text: string): Result<unknown> => {
	try {
		return ok(JSON.parse(text));
	} catch {
		return fail("malformed");
	}
};
