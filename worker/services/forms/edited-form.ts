import type { FilePart } from "#worker/contract/forms/file-part";
import {
	answerIn,
	type FormCol,
	type FormData,
	fieldLabel,
	type RepeatCounts,
} from "#worker/contract/forms/form-schema";
import { layOutAll, maxRepeats, type SlotSection } from "#worker/contract/forms/form-slots";
import { isEmpty } from "#worker/contract/forms/form-values";
import { sayTheSame } from "#worker/contract/forms/same-answer";
import { maskOf, sensitiveIn } from "#worker/contract/forms/sensitive";
import type { FormUpdate, Submission } from "#worker/services/forms/contract";

/** The answers, files and repeats of a submission, now or after a change. */
export type FormState = Pick<Submission, "layout" | "data" | "duplicateFields" | "attachments">;

export type FieldProblems = Map<string, string[]>;

type SomeCounts = Partial<RepeatCounts> | undefined;

/** Returns the sections of a form that the applicant can answer; what the answers do not ask for is marked. */
export const sectionsOf = ({ layout, data, duplicateFields, attachments }: FormState): SlotSection[] =>
	layOutAll({ layout, data, repeats: duplicateFields, attachments }, "applicant");

/** A field of the form with the title of its section. */
export interface PlacedField {
	fieldId: string;
	col: FormCol;
	label: string;
	section: string;
}

/** Returns every field that may be written: those of the form, and fields of former forms with an answer. */
export const writableFields = (before: FormState, after: FormState): Map<string, PlacedField> => {
	const fields = new Map<string, PlacedField>();
	// why: removed repeats get their names from the form as it was.
	for (const section of [...sectionsOf(before), ...sectionsOf(after)])
		for (const row of section.rows)
			for (const { fieldId, col } of row.slots) {
				const copies = fieldId.slice(col.fieldId.length).replace(/__(\d+)/g, " ($1)");
				fields.set(fieldId, { fieldId, col, label: fieldLabel(col) + copies, section: section.title });
			}
	for (const fieldId of Object.keys(before.data))
		if (!fields.has(fieldId)) {
			const col = { fieldId, type: "unknown", props: { label: fieldId } };
			fields.set(fieldId, { fieldId, col, label: fieldId, section: "Other answers" });
		}
	return fields;
};

/** Merges the counts of repeats; only those named change. */
export const mergeCounts = (counts: RepeatCounts, changed: SomeCounts): RepeatCounts => ({
	sections: { ...counts.sections, ...changed?.sections },
	rows: { ...counts.rows, ...changed?.rows },
});

/** Checks the requested counts of repeats: whether the part can be repeated, and how often. */
export const checkCounts = (before: FormState, changed: SomeCounts): FieldProblems => {
	const problems: FieldProblems = new Map();
	const { sections } = before.layout;
	const check = (kind: keyof RepeatCounts, known: readonly { id: string; repeatable?: boolean | undefined }[]) => {
		const repeatable = new Map(known.map((one) => [one.id, one.repeatable === true]));
		for (const [id, count] of Object.entries(changed?.[kind] ?? {})) {
			if (before.duplicateFields[kind][id] === count) continue;
			const canRepeat = repeatable.get(kind === "rows" ? id.replace(ofSectionCopy, "") : id);
			if (canRepeat === undefined || (!canRepeat && count !== 1)) problems.set(id, ["This cannot be repeated."]);
			else if (!(Number.isInteger(count) && count >= 1 && count <= maxRepeats)) problems.set(id, [tooMany]);
		}
	};
	check("sections", sections);
	check(
		"rows",
		sections.flatMap(({ rows }) => rows),
	);
	return problems;
};

/** Matches the ending of a row's id in a repeat of its section. */
const ofSectionCopy = /__(?:[2-9]|1\d|20)$/;
const tooMany = `This can be there at most ${maxRepeats} times.`;

/** Checks for repeats over the limit that answers alone would create. */
export const checkCopies = (before: FormState, after: FormState): FieldProblems => {
	const known = new Set(sectionsOf(before).flatMap(({ rows }) => rows.map(({ id }) => id)));
	const problems: FieldProblems = new Map();
	for (const section of sectionsOf(after))
		for (const { id, copy, slots } of section.rows)
			if ((copy > maxRepeats || section.copy > maxRepeats) && !known.has(id))
				for (const { fieldId } of slots) problems.set(fieldId, [tooMany]);
	return problems;
};

const reserved = new Set([
	"applicationKey",
	"percentComplete",
	"submit",
	"duplicateFields",
	"referee",
	"version",
	"draft",
	"removedFiles",
]);

/** Returns the answers of an update: all keys that the contract does not name. */
export const answersIn = (update: FormUpdate): FormData =>
	Object.fromEntries(Object.entries(update).filter(([name]) => !reserved.has(name)));

/** Groups files by field, which the names of their parts contain; undefined when one is for another form. */
export const filesByField = (files: readonly FilePart[], applicationKey: string): Map<string, File[]> | undefined => {
	const byField = new Map<string, File[]>();
	for (const { part, file } of files) {
		if (!part.startsWith(`${applicationKey}:`)) return undefined;
		const fieldId = part.slice(applicationKey.length + 1);
		byField.set(fieldId, [...(byField.get(fieldId) ?? []), file]);
	}
	return byField;
};

/** Checks whether an answer is the one that is kept. why its mask too: who has read only the mask sends it back. */
export const isAsBefore = ({ layout, data }: FormState, fieldId: string, answer: unknown): boolean => {
	const kept = answerIn(data, fieldId);
	return sayTheSame(answer, kept) || (sensitiveIn(layout)(fieldId) && !isEmpty(kept) && answer === maskOf(kept));
};

/** Returns the data with these answers; an empty answer is removed. */
export const withAnswers = (data: FormData, answers: ReadonlyMap<string, unknown>): FormData => {
	const merged = new Map(Object.entries(data));
	for (const [fieldId, answer] of answers)
		if (isEmpty(answer)) merged.delete(fieldId);
		else merged.set(fieldId, answer);
	return Object.fromEntries(merged);
};
