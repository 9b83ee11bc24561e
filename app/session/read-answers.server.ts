import type { AppLoadContext } from "@remix-run/cloudflare";
import { problemResponse } from "#app/api/problem-response";
import { requireOwnPage } from "#app/session/read-form.server";
import { hearBody, maxBodyBytes, readBounded } from "#worker/contract/bounded-body";
import { maxFileBytes, maxParts, maxUploadBytes } from "#worker/contract/file-part";
import { boundaryOf, openMultipart, type PartHead } from "#worker/contract/multipart-parts";
import { type ProblemCode, problem, problems } from "#worker/contract/problems";

/** A page of answers as it was posted. Its fields may be called anything: a form's designer names them. */
export interface PostedAnswers {
	form: FormData;
	/** Files that were left out, by their field, with the reason. */
	refused: Map<string, string>;
}

/**
 * Answers and files posted by a signed-in reader, from a page of this session (403 otherwise). A file that is too large
 * is left out and named, so that the rest of the page is not lost with it; throws the 413 or 400 page for what else
 * cannot be read.
 */
export const readSignedInAnswers = async (request: Request, context: AppLoadContext): Promise<PostedAnswers> => {
	const posted = await readAnswers(request);
	requireOwnPage(posted.form, context);
	return posted;
};

/** The same of a reader who is not signed in. */
export const readAnswers = async (request: Request): Promise<PostedAnswers> => {
	const boundary = boundaryOf(request.headers.get("content-type"));
	return boundary === undefined ? readPlain(request) : readParts(request, boundary);
};

const readPlain = async (request: Request): Promise<PostedAnswers> => {
	const parts = await readBounded(request.body, maxBodyBytes);
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
	let [fieldBytes, fileBytes, begun] = [0, 0, 0];
	let open: OpenPart | undefined;
	let failure: ProblemCode | undefined;

	const keep = (part: OpenPart, bytes: Uint8Array<ArrayBuffer>) => {
		const { name, fileName } = part.head;
		part.bytes += bytes.length;
		if (fileName === undefined) fieldBytes += bytes.length;
		else if (!posted.refused.has(name)) {
			fileBytes += bytes.length;
			const code =
				part.bytes > maxFileBytes ? "file_too_large" : fileBytes > maxUploadBytes ? "files_too_large" : undefined;
			if (code) {
				posted.refused.set(name, problems[code].message);
				fileBytes -= part.bytes;
				part.chunks.length = 0;
			}
		}
		if (fieldBytes > maxBodyBytes) failure = "too_large";
		if (fileName === undefined || !posted.refused.has(name)) part.chunks.push(bytes.slice());
	};
	const close = ({ head: { name, fileName, contentType }, chunks }: OpenPart) => {
		if (fileName === undefined) return posted.form.append(name, textOf(chunks));
		if (!posted.refused.has(name)) posted.form.append(name, new File(chunks, fileName, { type: contentType }));
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

const textOf = (chunks: readonly Uint8Array<ArrayBuffer>[]): string => {
	const decoder = new TextDecoder();
	return chunks.map((chunk) => decoder.decode(chunk, { stream: true })).join("") + decoder.decode();
};
