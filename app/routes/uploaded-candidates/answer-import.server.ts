import { type ActionFunctionArgs, json, redirect, type TypedResponse } from "@remix-run/cloudflare";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { readSignedInForm } from "#app/session/read-form.server";
import type { Result } from "#worker/contract/result";
import { retryTask } from "#worker/services/tasks/contract";
import {
	addImport,
	type CandidateImport,
	type ColumnField,
	isColumnField,
	mapColumns,
} from "#worker/services/uploaded-candidates/imports.contract";

export interface ImportRefusal {
	error: string | null;
	/** By the name of the field. */
	fields: Record<string, string[]>;
	/** What each column was said to be. */
	columns: string[] | null;
}

/** Takes an import one step on: its columns, its rows, or what failed again. */
export const answerImport = async (
	{ request, context, params: given }: ActionFunctionArgs,
	here: string,
): Promise<TypedResponse<ImportRefusal>> => {
	const form = await readSignedInForm(request, context);
	const params = { id: given.groupId ?? "", importId: given.importId ?? "" };
	const intent = form.get("intent");
	const key = String(form.get("idempotencyKey") ?? "").match(/^[\w-]{8,64}$/)?.[0];
	if (intent === "columns") {
		const columns = columnsIn(form);
		const mapped = await context.api.call(mapColumns, { params, body: { columns } });
		return mapped.ok ? redirect(here) : refuse(mapped, columns);
	}
	if (intent === "add") {
		const body = { addDuplicates: form.get("addDuplicates") === "yes" };
		const added = await context.api.call(addImport, { params, body }, { idempotencyKey: key });
		return added.ok ? redirect(here) : refuse(added, null);
	}
	const retried = await context.api.call(retryTask, { params: { id: String(form.get("taskId") ?? "") } });
	return retried.ok ? redirect(here) : refuse(retried, null);
};

/** What the form says of each column, in their order. */
const columnsIn = (form: FormData): (ColumnField | "")[] => {
	const columns: (ColumnField | "")[] = [];
	for (let index = 0; form.has(`column-${index}`); index++) {
		const field = String(form.get(`column-${index}`));
		columns.push(isColumnField(field) ? field : "");
	}
	return columns;
};

const refuse = (
	result: Exclude<Result<CandidateImport | object>, { ok: true }>,
	columns: string[] | null,
): TypedResponse<ImportRefusal> => {
	const { error, fields = {}, status } = result.problem;
	if (status === 404) orThrow(result);
	const isBesideFields = Object.keys(fields).length > 0;
	return json({ error: isBesideFields ? null : error, fields, columns }, { status: httpStatus(result.problem) });
};
