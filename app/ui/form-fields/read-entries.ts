import { answerOf, type Entries } from "#app/ui/form-fields/entries";
import { copiesName, removeName, shownField } from "#app/ui/form-fields/field-names";
import { takesFiles } from "#worker/contract/forms/field-kind";
import type { FormData as Answers, RepeatCounts } from "#worker/contract/forms/form-schema";
import { type SlotSection, slotsOf } from "#worker/contract/forms/form-slots";

export interface ReadEntries {
	/** By field id, only of fields that were on the page; '' or an empty list for none, false for an unticked box. */
	answers: Answers;
	/** Chosen files, by field id; only of fields that have any. */
	files: Map<string, File[]>;
	/** Ids of the files to be removed. */
	removedFiles: string[];
}

/** Reads a posted page of the form; entries of no field are ignored. @param current the former answers */
export const readEntries = (sections: readonly SlotSection[], form: FormData, current: Answers = {}): ReadEntries => {
	const shown = new Set(form.getAll(shownField));
	const slots = slotsOf(sections).filter(({ fieldId }) => shown.has(fieldId));
	const entries = entriesByField(
		slots.map(({ fieldId }) => fieldId),
		form,
	);
	const answered = slots.filter(({ col }) => !takesFiles(col));
	const read = answered.map(({ fieldId, col }): [string, unknown] => [
		fieldId,
		answerOf(col, entries.get(fieldId) ?? new Map(), answerIn(current, fieldId)),
	]);
	const attached = slots.filter(({ col }) => takesFiles(col)).map(({ fieldId }) => fieldId);
	return {
		// why: a field may be called `__proto__`; fromEntries makes it a field like any other.
		answers: Object.fromEntries(read),
		files: new Map(attached.flatMap((fieldId) => chosenFiles(form, fieldId))),
		removedFiles: attached.flatMap((fieldId) =>
			form.getAll(removeName(fieldId)).filter((id) => typeof id === "string"),
		),
	};
};

/** Reads how many repeats of each section and row the page has; uncounted ones are left out. */
export const readRepeats = (sections: readonly SlotSection[], form: FormData): RepeatCounts => {
	const counted = (kind: "sections" | "rows", ids: readonly string[]) =>
		Object.fromEntries(
			ids.flatMap((id): [string, number][] => {
				const count = form.get(copiesName(kind, id));
				return typeof count === "string" && /^\d{1,9}$/.test(count) ? [[id, Number(count)]] : [];
			}),
		);
	return {
		sections: counted(
			"sections",
			sections.map(({ sectionId }) => sectionId),
		),
		rows: counted(
			"rows",
			sections.flatMap(({ rows }) => rows.map(({ countId }) => countId)),
		),
	};
};

/** Reads one answer. why: a field may have the name of a property that every object has. */
export const answerIn = (answers: Answers, fieldId: string): unknown =>
	Object.hasOwn(answers, fieldId) ? answers[fieldId] : undefined;

/** Groups the form's texts by field and part; a part is what follows the field's id and a dot. */
const entriesByField = (fieldIds: readonly string[], form: FormData): Map<string, Entries> => {
	const found = new Map(fieldIds.map((fieldId) => [fieldId, new Map<string, string[]>()]));
	for (const [name, value] of form) {
		if (typeof value !== "string") continue;
		const fieldId = fieldOfInput(name, found);
		if (fieldId === undefined) continue;
		const part = name.slice(fieldId.length + 1);
		const entries = found.get(fieldId);
		entries?.set(part, [...(entries.get(part) ?? []), value]);
	}
	return found;
};

/** Returns the field of an input. why the longest match: a field's own id may contain a dot. */
export const fieldOfInput = (name: string, fields: { has(fieldId: string): boolean }): string | undefined => {
	for (let end = name.length; end > 0; end = name.lastIndexOf(".", end - 1)) {
		const fieldId = name.slice(0, end);
		if (fields.has(fieldId)) return fieldId;
	}
	return undefined;
};

/** why: an empty file input sends a file without a name and without bytes. */
const chosenFiles = (form: FormData, fieldId: string): [string, File[]][] => {
	const files = form.getAll(fieldId).flatMap((file) => (file instanceof File && isChosen(file) ? [file] : []));
	return files.length > 0 ? [[fieldId, files]] : [];
};

const isChosen = ({ name, size }: File): boolean => name !== "" || size > 0;
