import type { FormData } from "#worker/contract/forms/form-schema";
import { type FormToLayOut, layOutAll, slotsOf } from "#worker/contract/forms/form-slots";

/**
 * Returns the ids of the answers that the answers so far do not ask for. They are kept, in case they are asked for again,
 * and count for nothing meanwhile; null for none.
 */
export const hiddenAnswers = (form: FormToLayOut): string[] | null => {
	// why the applicant's alone: a referee may be asked a question of the same id, and has answers of their own.
	const hidden = slotsOf(layOutAll(form, "applicant")).flatMap(({ fieldId, isHidden }) =>
		isHidden && Object.hasOwn(form.data, fieldId) ? [fieldId] : [],
	);
	return hidden.length > 0 ? hidden : null;
};

/** Returns the answers that are asked for. */
export const askedAnswers = (data: FormData, hidden: readonly string[] | null): FormData =>
	hidden === null ? data : Object.fromEntries(Object.entries(data).filter(([fieldId]) => !hidden.includes(fieldId)));
