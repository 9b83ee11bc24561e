import type { AppLoadContext } from "@remix-run/cloudflare";
import { problemResponse } from "#app/api/problem-response";
import { requireOwnPage } from "#app/session/read-form.server";
import { fieldTooLong, hearBody, maxBodyBytes, readBounded } from "#worker/contract/bounded-body";
import { maxFileBytes, maxParts, maxUploadBytes } from "#worker/contract/forms/file-part";
import { boundaryOf, openMultipart, type PartHead } from "#worker/contract/multipart-parts";
import { type ProblemCode, problem, problems } from "#worker/contract/problems";

/** A page of answers as it was posted. Its fields may be called anything: a form's designer names them. */
export interface PostedAnswers {
	form: FormData;
	/** What was left out, by the name of its input, with the reason. */
	refused: Map<string, string>;
}

/**
 * Answers and files posted by a signed-in reader, from a page of this session (403 otherwise). A file that is too large,
 * and a text with which there is more of it than a megabyte, is left out and named, so that the rest of the page is not
 * lost with it; throws the 413 or 400 page for what else cannot be read.
 */
export const readSignedInAnswers = async (request: Request, context: AppLoadContext): Promise<PostedAnswers> => {
	const posted = await readPosted(request);
	requireOwnPage(posted.form, context);
	return posted;
};

/** Answers posted by a reader who is not signed in, and attaches nothing: all of them, or the 413 or 400 page. */
export const readAnswers = async (request: Request, maxBytes = maxBodyBytes): Promise<FormData> => {
	const { form, refused } = await readPosted(request, maxBytes);
	if (refused.size > 0) throw problemResponse(problem("too_large"));
	return form;
};

const readPosted = async (request: Request, maxBytes = maxBodyBytes): Promise<PostedAnswers> => {
	const boundary = boundaryOf(request.headers.get("content-type"));
	return boundary === undefined ? readPlain(request, maxBytes) : readParts(request, boundary);
};

const readPlain = async (request: Request, maxBytes: number): Promise<PostedAnswers> => {
	const parts = await readBounded(request.body, maxBytes);
	if (!parts.ok) throw problemResponse(parts.problem);
	const form = new FormData();
	for (const [name, value] of new URLSearchParams(await new Blob(parts.value).text())) form.append(name, value);
	return { form, refused: new Map() };
};

interface OpenPart {
	head: PartHead;
	chunks: Uint8Array<ArrayBuffer>[];
	bytes: number;
}

const readParts = async (request: Request, boundary: string): Promise<PostedAnswers> => {
	const posted: PostedAnswers = { form: new FormData(), refused: new Map() };
	const parts = openMultipart(boundary);
	const fieldBytes = new Map<string, number>();
	const fileBytes = new Map<string, number>();
	let begun = 0;
	let open: OpenPart | undefined;
	let failure: ProblemCode | undefined;

	/** Leaves out everything of that name, what came before it as well. */
	const refuse = (name: string, text: string) => {
		posted.refused.set(name, text);
		posted.form.delete(name);
		fieldBytes.delete(name);
		fileBytes.delete(name);
		if (open?.head.name === name) open.chunks.length = 0;
	};
	const keep = (part: OpenPart, bytes: Uint8Array<ArrayBuffer>) => {
		const { name, fileName } = part.head;
		if (posted.refused.has(name)) return;
		part.bytes += bytes.length;
		part.chunks.push(bytes.slice());
		const counted = fileName === undefined ? fieldBytes : fileBytes;
		counted.set(name, (counted.get(name) ?? 0) + bytes.length);
		if (fileName !== undefined && part.bytes > maxFileBytes) refuse(name, problems.file_too_large.message);
		else if (sumOf(fileBytes) > maxUploadBytes) refuse(name, problems.files_too_large.message);
		else if (sumOf(fieldBytes) > maxBodyBytes) refuse(longestOf(fieldBytes), fieldTooLong);
	};
	const close = ({ head: { name, fileName, contentType }, chunks }: OpenPart) => {
		if (posted.refused.has(name)) return;
		posted.form.append(
			name,
			fileName === undefined ? textOf(chunks) : new File(chunks, fileName, { type: contentType }),
		);
	};
	const isWhole = await hearBody(request.body, (chunk) => {
		const events = parts.push(chunk);
		if (!events) failure = "malformed";
		for (const event of events ?? []) {
			if (event.kind === "head") {
				open = { head: event.head, chunks: [], bytes: 0 };
				if (++begun > maxPostedParts) failure = "too_large";
			} else if (open && event.kind === "bytes") keep(open, event.bytes);
			else if (open) close(open);
			if (failure) return false;
		}
		return failure === undefined;
	});
	if (failure || !isWhole || !parts.isOver()) throw problemResponse(problem(failure ?? "malformed"));
	return posted;
};

/** why: a page names each of its fields once more, and a table of results has two inputs a row. */
const maxPostedParts = 10 * maxParts;

const sumOf = (bytes: ReadonlyMap<string, number>): number => [...bytes.values()].reduce((sum, one) => sum + one, 0);

const longestOf = (bytes: ReadonlyMap<string, number>): string =>
	[...bytes].reduce((longest, one) => (one[1] > longest[1] ? one : longest), ["", 0])[0];

const textOf = (chunks: readonly Uint8Array<ArrayBuffer>[]): string => {
	const decoder = new TextDecoder();
	return chunks.map((chunk) => decoder.decode(chunk, { stream: true })).join("") + decoder.decode();
};
