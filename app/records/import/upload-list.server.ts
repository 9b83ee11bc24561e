import { type ActionFunctionArgs, json, redirect, type TypedResponse } from "@remix-run/cloudflare";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { idempotencyKeyIn } from "#app/list/idempotency-key";
import { readSignedInAnswers } from "#app/session/read-answers.server";
import { fileTooLarge } from "#worker/contract/forms/accepted-files";
import { filePart } from "#worker/contract/imports";
import type { Result } from "#worker/contract/result";

/** What was wrong with the file, and with the form as a whole. */
export interface UploadRefusal {
	file: string;
	form: string;
}

interface ListBody {
	data: { name: string };
	files: { part: string; file: File }[];
}

const refused = (file: string, status = 422) => json<UploadRefusal>({ file, form: "" }, { status });

/**
 * Uploads the list of a posted form and opens its import, or says beside the field what is wrong.
 * @param start calls the endpoint @param pathOf the page of the import
 */
export const uploadList = async (
	{ request, context }: ActionFunctionArgs,
	start: (body: ListBody, options: { idempotencyKey?: string }, form: FormData) => Promise<Result<{ id: string }>>,
	pathOf: (id: string) => string,
): Promise<TypedResponse<UploadRefusal>> => {
	const posted = await readSignedInAnswers(request, context).catch((error: unknown) => {
		// why: a file that is larger than all of a form may be is refused beside its field as well.
		if (error instanceof Response && error.status === 413) return undefined;
		throw error;
	});
	const tooLarge = posted ? posted.refused.get(filePart) : fileTooLarge;
	if (!posted || tooLarge !== undefined) return refused(tooLarge ?? fileTooLarge, 413);
	const file = posted.form.get(filePart);
	if (!(file instanceof File) || file.name === "") return refused("Choose a file");
	const body = { data: { name: file.name.slice(0, 200) }, files: [{ part: filePart, file }] };
	const idempotencyKey = idempotencyKeyIn(posted.form);
	const started = await start(body, idempotencyKey === undefined ? {} : { idempotencyKey }, posted.form);
	if (started.ok) return redirect(pathOf(started.value.id));
	if (started.problem.status === 404) orThrow(started);
	const [text] = started.problem.fields?.[filePart] ?? [];
	const status = httpStatus(started.problem);
	return text === undefined ? json({ file: "", form: started.problem.error }, { status }) : refused(text, status);
};
