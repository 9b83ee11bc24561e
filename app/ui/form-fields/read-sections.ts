import { withCopy, withoutCopy } from "#app/ui/form-fields/copies";
import { intentName, readCopyIntent } from "#app/ui/form-fields/field-names";
import { readEntries, readRepeats } from "#app/ui/form-fields/read-entries";
import type { FormData as Answers, FormSection, RepeatCounts } from "#worker/contract/forms/form-schema";
import { type FormAnswerer, layOutAll, maxRepeats, type SlotSection } from "#worker/contract/forms/form-slots";

export const noRepeats: RepeatCounts = { sections: {}, rows: {} };

export interface PostedSections {
	/** Includes the fields that the answers do not ask for, marked as such. */
	sections: SlotSection[];
	answers: Answers;
	/** What is there of each part, once a button asked for one repeat more or less; undefined for another button. */
	copied: { answers: Answers; repeats: RepeatCounts } | undefined;
}

/** Reads a page that shows all these sections and keeps nothing anywhere. */
export const readSections = (inputs: FormSection[], form: FormData, who: FormAnswerer): PostedSections => {
	const { sections, answers } = readPosted(inputs, form, who);
	const intent = form.get(intentName);
	const change = typeof intent === "string" ? readCopyIntent(intent) : undefined;
	if (!change) return { sections, answers, copied: undefined };
	const { repeats, answers: moved } =
		change.verb === "add" ? withCopy(sections, change) : withoutCopy(sections, answers, change);
	const left = Object.entries({ ...answers, ...moved }).filter(([, answer]) => answer !== null);
	return { sections, answers, copied: { answers: Object.fromEntries(left), repeats: bounded(repeats, sections) } };
};

/** why twice: the number of repeats decides which fields are read. */
const readPosted = (inputs: FormSection[], form: FormData, who: FormAnswerer) => {
	const layOutWith = (repeats: RepeatCounts, data: Answers = {}, attachments: { fieldId: string }[] = []) =>
		layOutAll({ layout: { sections: inputs }, data, repeats, attachments }, who);
	const first = layOutWith(noRepeats);
	const bySection = layOutWith(bounded(readRepeats(first, form), first));
	const repeats = bounded(readRepeats(bySection, form), bySection);
	const { answers, files } = readEntries(layOutWith(repeats), form);
	const attached = [...files.keys()].map((fieldId) => ({ fieldId }));
	// why again: the answers decide what else is asked for.
	return { sections: layOutWith(repeats, answers, attached), answers };
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
