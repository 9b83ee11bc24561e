import { type Questions, questionsOf } from "#app/routes/referees/reference-page.server";
import { readSections } from "#app/ui/form-fields/read-sections";
import type { FormSection } from "#worker/contract/forms/form-schema";

/** Reads a posted page of the reference, and whether a button asked for one repeat more or less. */
export const readReference = (inputs: FormSection[], form: FormData): Questions & { isCopying: boolean } => {
	const { answers, copied } = readSections(inputs, form, { referee: null });
	if (!copied) return { ...questionsOf(inputs, { answers }), isCopying: false };
	return { ...questionsOf(inputs, { ...copied, revision: crypto.randomUUID() }), isCopying: true };
};
