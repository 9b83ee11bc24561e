import { type ReadField, type ReadSection, readForm } from "#worker/contract/forms/form-reading";
import type { FormData as Answers, FormLayout, RepeatCounts } from "#worker/contract/forms/form-schema";
import type { FileOfForm } from "#worker/contract/forms/form-values";
import type { FormDraft, Submission } from "#worker/services/forms/contract";

/** What a form holds at a moment: as it is saved, or with what somebody typed on top. */
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

/** The saved form with a draft on top, as the update will make it. */
export const withDraft = (form: Submission, draft: FormDraft | null): FormContent => {
	const saved = savedContent(form);
	if (!draft) return saved;
	const answers = Object.entries({ ...saved.data, ...draft.data });
	return {
		// why: an answer that was taken away is null in a draft; Object.fromEntries takes any name for a name.
		data: Object.fromEntries(answers.filter(([, answer]) => answer !== null)),
		repeats: mergedRepeats(saved.repeats, draft.duplicateFields),
		files: [...saved.files.filter(({ id, fieldId }) => !isReplaced(draft, id, fieldId)), ...draft.files],
	};
};

export const mergedRepeats = (one: RepeatCounts, other: RepeatCounts): RepeatCounts => ({
	sections: { ...one.sections, ...other.sections },
	rows: { ...one.rows, ...other.rows },
});

/** A field's new files take the place of its former ones. */
const isReplaced = ({ files, removedFiles }: FormDraft, id: string, fieldId: string): boolean =>
	removedFiles.includes(id) || files.some((file) => file.fieldId === fieldId);

/** One answer before and after; what is not there is empty. */
export interface AnswerChange {
	fieldId: string;
	label: string;
	before: ReadField;
	after: ReadField;
}

export interface SectionChanges {
	/** The section's id, with the number of its repeat. */
	id: string;
	title: string;
	changes: AnswerChange[];
}

/** What differs between two contents of a form, by section, in the words of the read-only view. */
export const changesBetween = (layout: FormLayout, before: FormContent, after: FormContent): SectionChanges[] => {
	const [one, other] = [read(layout, before), read(layout, after)];
	const [was, is] = [fieldsOf(one), fieldsOf(other)];
	return sectionsOfBoth(one, other).flatMap(({ id, title, fieldIds }) => {
		const changes = fieldIds.flatMap((fieldId): AnswerChange[] => {
			const field = is.get(fieldId) ?? was.get(fieldId);
			if (!field) return [];
			const change = { before: was.get(fieldId) ?? empty(field), after: is.get(fieldId) ?? empty(field) };
			return isSame(change.before, change.after) ? [] : [{ fieldId, label: field.label, ...change }];
		});
		return changes.length === 0 ? [] : [{ id, title, changes }];
	});
};

/** why: the referees' answers are read with the rest, or they would be listed as 'Other answers', and left out after it. */
const read = (layout: FormLayout, { data, repeats, files }: FormContent): ReadSection[] =>
	readForm({ layout, data, repeats, attachments: files }).filter(
		({ refereeSectionType, isExtra }) => refereeSectionType === undefined && !isExtra,
	);

const fieldsOf = (sections: readonly ReadSection[]): Map<string, ReadField> =>
	new Map(sections.flatMap(({ rows }) => rows.flatMap(({ fields }) => fields.map((field) => [field.fieldId, field]))));

/** The sections of the second, each with its fields and those that only the first has; then what only the first has. */
const sectionsOfBoth = (one: readonly ReadSection[], other: readonly ReadSection[]) => {
	const found = new Map<string, { id: string; title: string; fieldIds: Set<string> }>();
	for (const { id, title, rows } of [...other, ...one]) {
		const section = found.get(id) ?? { id, title, fieldIds: new Set() };
		for (const { fields } of rows) for (const { fieldId } of fields) section.fieldIds.add(fieldId);
		found.set(id, section);
	}
	return [...found.values()].map(({ fieldIds, ...section }) => ({ ...section, fieldIds: [...fieldIds] }));
};

const empty = ({ fieldId, label }: ReadField): ReadField => ({ fieldId, label, kind: "empty", value: null });

const isSame = (one: ReadField, other: ReadField): boolean =>
	one.kind === other.kind &&
	JSON.stringify(one.value) === JSON.stringify(other.value) &&
	textBeside(one) === textBeside(other);

const textBeside = (field: ReadField): string | undefined => (field.kind === "files" ? field.text : undefined);

export const countChanges = (sections: readonly SectionChanges[]): number =>
	sections.reduce((sum, { changes }) => sum + changes.length, 0);
