import { noRepeats, type Questions, questionsOf } from "#app/routes/referees/reference-page.server";
import { withCopy, withoutCopy } from "#app/ui/form-fields/copies";
import { intentName, readCopyIntent } from "#app/ui/form-fields/field-names";
import { readEntries, readRepeats } from "#app/ui/form-fields/read-entries";
import type { FormData as Answers, FormSection, RepeatCounts } from "#worker/contract/forms/form-schema";
import { layOut, maxRepeats, type SlotSection } from "#worker/contract/forms/form-slots";

/** Reads a posted page of the reference, and whether a button asked for one repeat more or less. */
export const readReference = (inputs: FormSection[], form: FormData): Questions & { isCopying: boolean } => {
	const { sections, answers } = readPosted(inputs, form);
	const intent = form.get(intentName);
	const change = typeof intent === "string" ? readCopyIntent(intent) : undefined;
	if (!change) return { ...questionsOf(inputs, { answers }), isCopying: false };
	const { repeats, answers: moved } =
		change.verb === "add" ? withCopy(sections, change) : withoutCopy(sections, answers, change);
	const left = Object.entries({ ...answers, ...moved }).filter(([, answer]) => answer !== null);
	const next = {
		answers: Object.fromEntries(left),
		repeats: bounded(repeats, sections),
		revision: crypto.randomUUID(),
	};
	return { ...questionsOf(inputs, next), isCopying: true };
};

/** why twice: the number of repeats decides which fields are read. */
const readPosted = (inputs: FormSection[], form: FormData): { sections: SlotSection[]; answers: Answers } => {
	const layOutWith = (repeats: RepeatCounts) =>
		layOut({ layout: { sections: inputs }, data: {}, repeats }, { referee: null });
	const first = layOutWith(noRepeats);
	const bySection = layOutWith(bounded(readRepeats(first, form), first));
	const sections = layOutWith(bounded(readRepeats(bySection, form), bySection));
	return { sections, answers: readEntries(sections, form).answers };
};

/** why: counts come from the sender; only repeatable parts are repeated, and only up to the limit. */
const bounded = (repeats: RepeatCounts, sections: readonly SlotSection[]): RepeatCounts => {
	const rows = sections.flatMap((section) => section.rows);
	const some = (counts: Record<string, number>, repeatable: ReadonlySet<string>) =>
		Object.fromEntries(
			Object.entries(counts).flatMap(([id, count]) => (repeatable.has(id) ? [[id, Math.min(count, maxRepeats)]] : [])),
		);
	return {
		sections: some(
			repeats.sections,
			idsOf(sections, ({ sectionId }) => sectionId),
		),
		rows: some(
			repeats.rows,
			idsOf(rows, ({ countId }) => countId),
		),
	};
};

const idsOf = <T extends { repeatable: boolean }>(
	parts: readonly T[],
	idOf: (part: T) => string,
): ReadonlySet<string> => new Set(parts.filter(({ repeatable }) => repeatable).map(idOf));
