import type { OrgContext } from "#worker/context";
import type { FilePart } from "#worker/contract/forms/file-part";
import type { FormData } from "#worker/contract/forms/form-schema";
import { isEmpty } from "#worker/contract/forms/form-values";
import { fail, ok } from "#worker/contract/result";
import type { DraftPage, FormDraft } from "#worker/services/forms/contract";
import { type DraftRow, type FormToEdit, findFormToEdit } from "#worker/services/forms/edit.queries";
import { deleteDraft, keepDraft } from "#worker/services/forms/edit.writes";
import {
	checkCopies,
	checkCounts,
	type FormState,
	filesByField,
	isAsBefore,
	mergeCounts,
	withAnswers,
	writableFields,
} from "#worker/services/forms/edited-form";
import { type AcceptedFiles, acceptFiles, putFiles, removeObjects } from "#worker/services/forms/form-files";
import { checkWritten } from "#worker/services/forms/prepare-update";

interface Page {
	data: DraftPage;
	files: readonly FilePart[];
}

const maxTries = 3;
/** The most characters of a draft's answers as JSON. */
const maxDataLength = 1_000_000;

/** Merges a page of the wizard into the actor's draft; `in_progress` while another tab keeps changing it. */
export const saveDraft = async (ctx: OrgContext, id: string, page: Page) => {
	for (let tries = 0; tries < maxTries; tries++) {
		const seen = await findFormToEdit(ctx, id);
		if (!seen) return fail("not_found");
		const merged = await mergePage(seen, page);
		if (!merged.ok) return merged;
		const kept = await keep(ctx, seen, merged.value);
		if (kept) return ok(asDraft(kept));
	}
	return fail("in_progress");
};

/** Returns a draft as its owner sees it. */
export const asDraft = ({ repeats, files, ...draft }: DraftRow): FormDraft => ({
	...draft,
	duplicateFields: repeats,
	files: files.map(({ objectKey: _objectKey, ...file }) => file),
});

type Merged = Pick<DraftRow, "version" | "data" | "repeats" | "files" | "removedFiles"> & { uploads: AcceptedFiles };

const mergePage = async (seen: FormToEdit, { data: page, files }: Page) => {
	const { draft } = seen;
	const byField = filesByField(files, seen.applicationKey);
	if (!byField) return fail("invalid", { fields: { applicationKey: ["This is not the form's application."] } });
	const answers = onlyChanges({ ...draft?.data, ...page.data }, seen);
	const repeats = mergeCounts(draft?.repeats ?? { sections: {}, rows: {} }, page.duplicateFields);
	const laidOut: FormState = {
		layout: seen.layout,
		data: withAnswers(seen.data, answers),
		duplicateFields: mergeCounts(seen.duplicateFields, repeats),
		attachments: seen.attachments,
	};
	const fields = writableFields(seen, laidOut);
	const { accepted, problems } = await acceptFiles(byField, fields);
	const wrongCounts = checkCounts(seen, page.duplicateFields);
	if (wrongCounts.size > 0) return fail("invalid", { fields: Object.fromEntries(wrongCounts) });
	const wrong = new Map([...checkCopies(seen, laidOut), ...checkWritten(answers, fields), ...problems]);
	if (wrong.size > 0) return fail("invalid", { fields: Object.fromEntries(wrong) });
	const data = Object.fromEntries(answers);
	if (JSON.stringify(data).length > maxDataLength) return fail("too_large");
	const removed = page.removedFiles ?? draft?.removedFiles ?? [];
	const waiting = (draft?.files ?? []).filter(
		({ id, fieldId }) => !byField.has(fieldId) && !page.removedDraftFiles.includes(id),
	);
	return ok({ version: page.version, data, repeats, files: waiting, removedFiles: removed, uploads: accepted });
};

/** Returns answers that differ from the form; null for removed ones. */
const onlyChanges = (typed: FormData, held: FormState): Map<string, unknown> =>
	new Map(
		Object.entries(typed)
			.filter(([fieldId, answer]) => !isAsBefore(held, fieldId, answer))
			.map(([fieldId, answer]) => [fieldId, isEmpty(answer) ? null : answer]),
	);

/** Stores the draft and its files; undefined, and no file stays, when the draft was changed meanwhile. */
const keep = async (
	ctx: OrgContext,
	{ id, draft: seen }: FormToEdit,
	{ uploads, ...merged }: Merged,
): Promise<DraftRow | undefined> => {
	const put = await putFiles(ctx, id, uploads);
	let kept: DraftRow | undefined;
	try {
		kept = await keepDraft(ctx, id, { seen, draft: { ...merged, files: [...merged.files, ...put] } });
	} finally {
		if (!kept) await removeObjects(ctx, id, put);
	}
	if (kept) {
		const waiting = new Set(merged.files.map((file) => file.id));
		await removeObjects(
			ctx,
			id,
			(seen?.files ?? []).filter((file) => !waiting.has(file.id)),
		);
	}
	return kept;
};

/** Returns the actor's draft of a form, if any. */
export const readDraft = async (ctx: OrgContext, id: string) => {
	const form = await findFormToEdit(ctx, id);
	if (!form) return fail("not_found");
	return ok(form.draft ? asDraft(form.draft) : null);
};

export const dropDraft = async (ctx: OrgContext, id: string) => {
	const form = await findFormToEdit(ctx, id);
	if (!form) return fail("not_found");
	await removeObjects(ctx, id, await deleteDraft(ctx, id));
	return ok({ id });
};
