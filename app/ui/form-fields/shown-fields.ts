import { maskedField, shownField } from "#app/ui/form-fields/field-names";
import { type AnswersToCheck, checkAnswers, type Places } from "#worker/contract/forms/form-rules";
import { askedIn, type SlotSection, slotsOf } from "#worker/contract/forms/form-slots";

/** Returns the errors of the fields that a page shows, by field id. */
export const checkShown = (
	sections: readonly SlotSection[],
	form: FormData,
	answers: AnswersToCheck,
	places?: Places,
): Record<string, string[]> => {
	const shown = new Set(form.getAll(shownField));
	// why: what is marked as hidden was so by the answers before; a page shows and hides fields while it is typed.
	const now = sections.map((section) => ({
		...section,
		rows: section.rows.map((row) => ({
			...row,
			slots: row.slots.filter(({ fieldId }) => shown.has(fieldId)).map(({ fieldId, col }) => ({ fieldId, col })),
		})),
	}));
	return checkAnswers(now, answers, places);
};

/** Returns the first field that the answers of a posted page ask for, and that was not on it: it has no scripts. */
export const revealedBy = (sections: readonly SlotSection[], form: FormData): string | undefined => {
	const shown = new Set([...form.getAll(shownField), ...form.getAll(maskedField)]);
	// why: what names no fields was sent by no page.
	if (shown.size === 0) return undefined;
	return slotsOf(askedIn(sections)).find(({ fieldId }) => !shown.has(fieldId))?.fieldId;
};
