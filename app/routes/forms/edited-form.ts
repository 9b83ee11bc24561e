import { type ReadField, type ReadSection, readForm } from "#worker/contract/forms/form-reading";
import {
	type FormData as Answers,
	answerIn,
	type FormLayout,
	type RepeatCounts,
} from "#worker/contract/forms/form-schema";
import type { FileOfForm } from "#worker/contract/forms/form-values";
import { sayTheSame } from "#worker/contract/forms/same-answer";
import type { FormDraft, Submission } from "#worker/services/forms/contract";

export interface FormContent {
	data: Answers;
	repeats: RepeatCounts;
	files: FileOfForm[];
}

export const savedContent = ({ data, duplicateFields, attachments }: Submission): FormContent => ({
	data,
	repeats: duplicateFields,
	files: attachments,
});

/** Returns the saved form with a draft on top, as the update will store it. */
export const withDraft = (form: Submission, draft: FormDraft | null): FormContent => {
	const saved = savedContent(form);
	if (!draft) return saved;
	const answers = Object.entries({ ...saved.data, ...draft.data });
	return {
		// why fromEntries: it accepts any name of a field. Null is an answer that the draft removes.
		data: Object.fromEntries(answers.filter(([, answer]) => answer !== null)),
		repeats: mergedRepeats(saved.repeats, draft.duplicateFields),
		files: [...saved.files.filter(({ id, fieldId }) => !isReplaced(draft, id, fieldId)), ...draft.files],
	};
};

export const mergedRepeats = (one: RepeatCounts, other: RepeatCounts): RepeatCounts => ({
	sections: { ...one.sections, ...other.sections },
	rows: { ...one.rows, ...other.rows },
});

/** New files of a field replace its former ones. */
const isReplaced = ({ files, removedFiles }: FormDraft, id: string, fieldId: string): boolean =>
	removedFiles.includes(id) || files.some((file) => file.fieldId === fieldId);

/** An answer before and after; a missing one is empty. */
export interface AnswerChange {
	fieldId: string;
	label: string;
	before: ReadField;
	after: ReadField;
	/** What is saved by now, where somebody else changed it since the draft was begun. */
	now?: ReadField;
}

export interface SectionChanges {
	id: string;
	title: string;
	changes: AnswerChange[];
}

/** Returns the differences between two contents by section, in the words of the read-only view. */
export const changesBetween = (layout: FormLayout, before: FormContent, after: FormContent): SectionChanges[] => {
	const [one, other] = [read(layout, before), read(layout, after)];
	const [was, is] = [fieldsOf(one), fieldsOf(other)];
	return sectionsOfBoth(one, other).flatMap(({ id, title, fieldIds }) => {
		const changes = fieldIds.flatMap((fieldId): AnswerChange[] => {
			const field = is.get(fieldId) ?? was.get(fieldId);
			if (!field) return [];
			// why: an answer that is only not asked for any more is kept; it is no change.
			if ((!is.has(fieldId) || !was.has(fieldId)) && isKept(before, after, fieldId)) return [];
			const change = { before: was.get(fieldId) ?? empty(field), after: is.get(fieldId) ?? empty(field) };
			// why not by what is shown: two answers may have the same mask.
			const isMasked = change.before.kind === "masked" && change.after.kind === "masked";
			const isEqual = isMasked ? isKept(before, after, fieldId) : isSame(change.before, change.after);
			return isEqual ? [] : [{ fieldId, label: field.label, ...change }];
		});
		return changes.length === 0 ? [] : [{ id, title, changes }];
	});
};

/** why filtered after reading: otherwise the referees' answers would be listed as 'Other answers'. */
const read = (layout: FormLayout, { data, repeats, files }: FormContent): ReadSection[] =>
	readForm({ layout, data, repeats, attachments: files }).filter(
		({ refereeSectionType, isExtra }) => refereeSectionType === undefined && !isExtra,
	);

const fieldsOf = (sections: readonly ReadSection[]): Map<string, ReadField> =>
	new Map(sections.flatMap(({ rows }) => rows.flatMap(({ fields }) => fields.map((field) => [field.fieldId, field]))));

/** Returns the sections of both, each with the fields of both; those of the second first. */
const sectionsOfBoth = (one: readonly ReadSection[], other: readonly ReadSection[]) => {
	const found = new Map<string, { id: string; title: string; fieldIds: Set<string> }>();
	for (const { id, title, rows } of [...other, ...one]) {
		const section = found.get(id) ?? { id, title, fieldIds: new Set() };
		for (const { fields } of rows) for (const { fieldId } of fields) section.fieldIds.add(fieldId);
		found.set(id, section);
	}
	return [...found.values()].map(({ fieldIds, ...section }) => ({ ...section, fieldIds: [...fieldIds] }));
};

const isKept = (before: FormContent, after: FormContent, fieldId: string): boolean => {
	const filesIn = ({ files }: FormContent) => files.flatMap((file) => (file.fieldId === fieldId ? [file.id] : []));
	return (
		sayTheSame(answerIn(before.data, fieldId), answerIn(after.data, fieldId)) &&
		filesIn(before).join() === filesIn(after).join()
	);
};

const empty = ({ fieldId, label }: ReadField): ReadField => ({ fieldId, label, kind: "empty", value: null });

const isSame = (one: ReadField, other: ReadField): boolean =>
	one.kind === other.kind && JSON.stringify(one.value) === JSON.stringify(other.value);

export const countChanges = (sections: readonly SectionChanges[]): number =>
	sections.reduce((sum, { changes }) => sum + changes.length, 0);
