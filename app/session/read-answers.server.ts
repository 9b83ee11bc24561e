import type { AppLoadContext } from "@remix-run/cloudflare";
import { orThrow, problemResponse } from "#app/api/problem-response";
import { requireOwnPage } from "#app/session/read-form.server";
import { maxFileBytes, maxUploadBytes } from "#worker/contract/forms/accepted-files";
import { type FormLimits, maxBodyBytes } from "#worker/contract/posted-form";
import { problem, problems } from "#worker/contract/problems";

/** A page of answers as it was posted. Its fields may have any name: the form's designer names them. */
export interface PostedAnswers {
	form: FormData;
	/** Why each rejected field was rejected, by the name of its input. */
	refused: Map<string, string>;
}

/**
 * Reads answers and files posted from this session, without those that are too large, which it names in `refused`.
 * Throws the 403, 413 or 400 page.
 */
export const readSignedInAnswers = async (request: Request, context: AppLoadContext): Promise<PostedAnswers> => {
	const posted = await readPosted(request, context, { maxMultipartBytes: maxUploadBytes + maxBodyBytes });
	requireOwnPage(posted.form, context);
	return posted;
};

/** Reads all answers posted by a user who is not signed in and attaches nothing. Throws the 413 or 400 page. */
export const readAnswers = async (request: Request, context: AppLoadContext, maxBytes: number): Promise<FormData> => {
	const { form, refused } = await readPosted(request, context, { maxBytes });
	if (refused.size > 0) throw problemResponse(problem("too_large"));
	return form;
};

const readPosted = async (request: Request, context: AppLoadContext, limits: FormLimits): Promise<PostedAnswers> => {
	const fields = orThrow(await context.readPostedForm(request, limits));
	const refused = new Map<string, string>();
	const textBytes = new Map<string, number>();
	for (const { name, value, bytes } of fields)
		if (typeof value === "string") textBytes.set(name, (textBytes.get(name) ?? 0) + bytes);
		else if (bytes > maxFileBytes) refused.set(name, problems.file_too_large.message);
	for (const name of longestBeyond(textBytes, limits.maxBytes ?? maxBodyBytes))
		refused.set(name, "This is too long. Shorten it.");
	const form = new FormData();
	for (const { name, value } of fields) if (!refused.has(name)) form.append(name, value);
	return { form, refused };
};

/** Returns the names of the longest texts, without which the others have at most `maxBytes` together. */
const longestBeyond = (bytesByName: ReadonlyMap<string, number>, maxBytes: number): string[] => {
	const longestFirst = [...bytesByName].sort(([, one], [, other]) => other - one);
	let total = longestFirst.reduce((sum, [, bytes]) => sum + bytes, 0);
	return longestFirst.flatMap(([name, bytes]) => {
		const isBeyond = total > maxBytes;
		if (isBeyond) total -= bytes;
		return isBeyond ? [name] : [];
	});
};
