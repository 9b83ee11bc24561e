import type { FilePart } from "#worker/contract/forms/file-part";
import { type FormCol, type FormData, fieldLabel, type RepeatCounts } from "#worker/contract/forms/form-schema";
import { layOut, maxRepeats, type SlotSection } from "#worker/contract/forms/form-slots";
import { isEmpty } from "#worker/contract/forms/form-values";
import type { FormUpdate, Submission } from "#worker/services/forms/contract";

/** A submission's answers, files and repeats: as they are, or as they would be. */
export type FormState = Pick<Submission, "layout" | "data" | "duplicateFields" | "attachments">;

/** Problems beside their fields. */
export type FieldProblems = Map<string, string[]>;

type SomeCounts = Partial<RepeatCounts> | undefined;

/** What the applicant can answer in a form as it stands. */
export const sectionsOf = ({ layout, data, duplicateFields, attachments }: FormState): SlotSection[] =>
	layOut({ layout, data, repeats: duplicateFields, attachments }, "applicant");

/** A field of the form, and where it stands; `section` is its title. */
export interface PlacedField {
	fieldId: string;
	col: FormCol;
	label: string;
	section: string;
}

/** Every field that may be written: those of the form, and those that hold an answer though no field asks for it. */
export const writableFields = (before: FormState, after: FormState): Map<string, PlacedField> => {
	const fields = new Map<string, PlacedField>();
	// why: what is taken away has its name from the form as it was.
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

/** The repeats as they become; only what is named changes. */
export const mergeCounts = (counts: RepeatCounts, changed: SomeCounts): RepeatCounts => ({
	sections: { ...counts.sections, ...changed?.sections },
	rows: { ...counts.rows, ...changed?.rows },
});

/** What is wrong with the repeats that somebody asks for: what cannot be repeated, and more of it than there may be. */
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

/** What a row's id ends with in a repeat of its section. */
const ofSectionCopy = /__(?:[2-9]|1\d|20)$/;
const tooMany = `This can be there at most ${maxRepeats} times.`;

/** Repeats beyond what there may be, that answers would make. */
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
	...["applicationKey", "percentComplete", "submit", "duplicateFields", "referee", "version", "draft", "removedFiles"],
]);

/** The answers of an update: what it holds beside what the contract names. */
export const answersIn = (update: FormUpdate): FormData =>
	Object.fromEntries(Object.entries(update).filter(([name]) => !reserved.has(name)));

/** Files by the field that they are for, which the names of their parts tell; undefined for another form's. */
export const filesByField = (files: readonly FilePart[], applicationKey: string): Map<string, File[]> | undefined => {
	const byField = new Map<string, File[]>();
	for (const { part, file } of files) {
		if (!part.startsWith(`${applicationKey}:`)) return undefined;
		const fieldId = part.slice(applicationKey.length + 1);
		byField.set(fieldId, [...(byField.get(fieldId) ?? []), file]);
	}
	return byField;
};

/** The data with these answers in it; one that is empty leaves no trace. */
export const withAnswers = (data: FormData, answers: ReadonlyMap<string, unknown>): FormData => {
	const merged = new Map(Object.entries(data));
	for (const [fieldId, answer] of answers)
		if (isEmpty(answer)) merged.delete(fieldId);
		else merged.set(fieldId, answer);
	return Object.fromEntries(merged);
};
