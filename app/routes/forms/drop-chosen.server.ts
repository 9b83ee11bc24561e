import type { ApiClient } from "#app/api/client";
import { orThrow } from "#app/api/problem-response";
import { choiceOf } from "#app/routes/forms/edit-steps";
import { type EditedForm, editForm } from "#app/routes/forms/read-edited-form.server";
import { saveDraft } from "#worker/services/forms/contract";

/** Takes answers out of the draft for which the user chose what somebody else has saved (`choiceOf`). */
export const dropChosen = async (api: ApiClient, record: EditedForm, posted: FormData): Promise<EditedForm> => {
	const { form, draft, saved, changes } = record;
	const isTheirs = (fieldId: string) => posted.get(choiceOf(fieldId)) === "theirs";
	const theirs = changes.flatMap((section) => section.changes).filter(({ fieldId }) => isTheirs(fieldId));
	if (!draft || theirs.length === 0) return record;
	const isKept = (id: string) => !form.attachments.some((file) => file.id === id && isTheirs(file.fieldId));
	const answers = theirs
		.filter(({ fieldId }) => Object.hasOwn(draft.data, fieldId))
		.map(({ fieldId }) => [fieldId, saved.data[fieldId] ?? null] as const);
	const data = {
		version: draft.version,
		data: Object.fromEntries(answers),
		removedFiles: draft.removedFiles.filter(isKept),
		removedDraftFiles: draft.files.filter(({ fieldId }) => isTheirs(fieldId)).map(({ id }) => id),
	};
	const kept = await api.call(saveDraft, { params: { id: form.id }, body: { data, files: [] } });
	return editForm(form, orThrow(kept));
};
