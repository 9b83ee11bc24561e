import { checkAnswers } from "#worker/contract/forms/form-rules";
import type { FormData, FormSection } from "#worker/contract/forms/form-schema";
import { layOut, maxRepeats, type Slot, type SlotSection, slotsOf } from "#worker/contract/forms/form-slots";
import { isEmpty } from "#worker/contract/forms/form-values";
import { places } from "#worker/contract/forms/places.server";
import { fail, ok } from "#worker/contract/result";
import { cleanAnswer } from "#worker/gateways/clean-answer";

/** Reads a referee's answers as they are stored; or their errors, by field id (§5). */
export const readReference = async (inputs: FormSection[], data: FormData) => {
	const sections = layOut(
		{ layout: { sections: inputs }, data, repeats: { sections: {}, rows: {} } },
		{ referee: null },
	);
	const faults = faultsOf(sections, data);
	if (Object.keys(faults).length > 0) return fail("invalid", { fields: faults });
	const answers = await clean(slotsOf(sections), data);
	// why again: an answer of nothing but markup is empty once it is sanitised.
	const missing = checkAnswers(sections, { data: answers, files: [] }, places);
	return Object.keys(missing).length > 0 ? fail("invalid", { fields: missing }) : ok(answers);
};

const faultsOf = (sections: readonly SlotSection[], data: FormData): Record<string, string[]> => {
	if (sections.some(isRepeatedTooOften))
		return { "": [`A part of the form can be repeated ${maxRepeats} times at most.`] };
	const known = new Set(slotsOf(sections).map(({ fieldId }) => fieldId));
	const strange = Object.keys(data).filter((fieldId) => !known.has(fieldId));
	return {
		...checkAnswers(sections, { data, files: [] }, places),
		...Object.fromEntries(strange.map((fieldId) => [fieldId, ["The form has no such question."]])),
	};
};

const isRepeatedTooOften = ({ copy, rows }: SlotSection): boolean =>
	copy > maxRepeats || rows.some((row) => row.copy > maxRepeats);

const clean = async (slots: readonly Slot[], data: FormData): Promise<FormData> => {
	const answered = slots.filter(({ fieldId }) => Object.hasOwn(data, fieldId) && !isEmpty(data[fieldId]));
	const cleaned = await Promise.all(
		answered.map(async ({ fieldId, col }) => [fieldId, await cleanAnswer(col.type, data[fieldId])] as const),
	);
	return Object.fromEntries(cleaned.filter(([, answer]) => !isEmpty(answer)));
};
