import type { ReadField, ReadRow } from "#worker/contract/forms/form-reading";
import { ordinal } from "#worker/contract/forms/form-values";
import { necoGrades } from "#worker/contract/forms/neco-grades";

/** A subject of which some applicant has a grade or a score: the field, the sitting from 0, and the subject. */
export type Subject = readonly [fieldId: string, sitting: number, name: string];

/** The most columns of subjects in one file; the grades of further subjects stay in the column of the field. */
export const maxSubjects = 150;

/** One applicant's grades or scores in a subject. */
export interface SubjectGrade {
	subject: Subject;
	/** 'C4' of a result, '62' of a score. */
	grade: string;
}

/** Identifies a subject however it is written: 'ENGLISH LANGUAGE' and 'English Language' are one column. */
export const subjectKey = ([fieldId, sitting, name]: Subject): string =>
	`${fieldId}\n${sitting}\n${name.trim().toLowerCase()}`;

/**
 * Returns the subjects of a row with their grades: those of examination results, and of a pair its score by the subject
 * beside it. @param fieldIdOf the field without the `__n` of its repeats @param sittingsBefore by field
 */
export const gradesIn = (
	row: ReadRow,
	fieldIdOf: (fieldId: string) => string,
	sittingsBefore: (fieldId: string) => number,
): SubjectGrade[] => {
	const [first, second] = row.fields;
	if (row.isPair && first && second) return pairGrade(first, second, fieldIdOf);
	return row.fields.flatMap((field) => {
		if (field.kind !== "results") return [];
		const fieldId = fieldIdOf(field.fieldId);
		const before = sittingsBefore(fieldId);
		return field.value.flatMap(({ subjects }, index) =>
			subjects.map(({ name, grade }) => ({ subject: [fieldId, before + index, name] as const, grade: codeOf(grade) })),
		);
	});
};

const pairGrade = (first: ReadField, second: ReadField, fieldIdOf: (fieldId: string) => string): SubjectGrade[] =>
	first.kind === "text" && second.kind === "text"
		? [{ subject: [fieldIdOf(second.fieldId), 0, first.value], grade: second.value }]
		: [];

/** 'C4 Credit' → 'C4', by which a column is filtered. */
const codeOf = (grade: string): string => necoGrades.find((code) => grade.startsWith(`${code} `)) ?? grade;

/** Adds subjects to those known, each once, in the order of their columns: by sitting, then by name. */
export const mergeSubjects = (known: readonly Subject[], found: readonly Subject[]): Subject[] => {
	const byKey = new Map([...known, ...found].reverse().map((subject) => [subjectKey(subject), subject]));
	return [...byKey.values()].sort(
		([fieldId, sitting, name], other) =>
			fieldId.localeCompare(other[0]) || sitting - other[1] || name.localeCompare(other[2], "en"),
	);
};

/** "NECO result: Mathematics", "NECO result, 2nd sitting: Mathematics". */
export const subjectHeading = (label: string, [, sitting, name]: Subject): string =>
	`${label}${sitting === 0 ? "" : `, ${ordinal(sitting + 1)} sitting`}: ${name.trim()}`;
