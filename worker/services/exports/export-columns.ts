import { isPair, type ReadValue, readForm } from "#worker/contract/forms/form-reading";
import { type FormCol, type FormLayout, type FormRow, fieldLabel } from "#worker/contract/forms/form-schema";
import { capitalised } from "#worker/contract/text/printed-text";
import { textOfRichText } from "#worker/contract/text/rich-text";
import type { localMoments } from "#worker/gateways/spreadsheets/local-moments";
import type { Cell } from "#worker/gateways/spreadsheets/sheet-file";
import type { ExportColumn } from "#worker/services/exports/contract";
import type { ExportedAnswers, ExportedApplicant } from "#worker/services/exports/queries";
import {
	gradesIn,
	maxSubjects,
	type Subject,
	subjectHeading,
	subjectKey,
} from "#worker/services/exports/subject-columns";

export type Column = ExportColumn &
	(
		| RecordColumn
		/** `hasSubjects`: it is followed by a column for each subject. */
		| { kind: "answer"; fieldId: string; col: FormCol; hasSubjects: boolean; isScore: boolean }
		| { kind: "subject"; key: string }
	);

interface RecordColumn {
	kind: "record";
	/** @param say formats a time in the organisation's zone */
	cell: (applicant: ExportedApplicant, say: (moment: number | null) => Cell) => Cell;
	/** Chosen unless the user has chosen others. */
	isUsual: boolean;
}

const record = (id: string, label: string, cell: RecordColumn["cell"], isUsual = true): Column => ({
	kind: "record",
	id,
	label,
	section: "Applicant",
	isSensitive: false,
	cell,
	isUsual,
});

/** The columns of an applicant's record, in the order offered (§3 Applicant). */
const recordColumns = (courseAlias: string): Column[] => {
	const course = capitalised(courseAlias);
	return [
		record("applicationNumber", "Application number", (row) => row.applicationNumber),
		record("firstName", "First name", (row) => row.firstName),
		record("middleName", "Middle name", (row) => row.middleName),
		record("lastName", "Last name", (row) => row.lastName),
		record("email", "Email address", (row) => row.accountEmail),
		record("stage", "Stage", (row) => row.stepName ?? row.stepId),
		record("courseCode", `${course} code`, (row) => row.courseCode ?? row.courseId),
		record("courseTitle", course, (row) => row.courseTitle ?? row.courseId),
		record("location", "Posted to", (row) => row.locationName ?? row.locationId),
		record("registered", "Registered", (row, say) => say(row.regDate)),
		record("stageSince", "At this stage since", (row, say) => say(row.stageChangedAt), false),
		record("lastReviewed", "Last reviewed", (row, say) => say(row.lastReviewed), false),
		record("lastReviewedBy", "Last reviewed by", (row) => row.lastReviewedBy, false),
		record("reference", "Reference", (row) => row.reference, false),
	];
};

/** Returns the columns of the record, then those of the forms without the referees' answers. */
export const columnsOf = (layouts: readonly FormLayout[], courseAlias: string): Column[] => {
	const fields = new Map<string, Column>();
	for (const { sections } of layouts)
		for (const { title, refereeSectionType, rows } of sections)
			for (const row of refereeSectionType === undefined ? rows : [])
				for (const col of row.cols)
					if (!fields.has(col.fieldId)) fields.set(col.fieldId, answerColumn(col, title, row));
	return [...recordColumns(courseAlias), ...fields.values()];
};

const answerColumn = (col: FormCol, section: string, row: FormRow): Column => {
	const isScore = isPair(row) && row.cols[1] === col;
	return {
		kind: "answer",
		id: `form:${col.fieldId}`,
		label: fieldLabel(col),
		section,
		fieldId: col.fieldId,
		col,
		isSensitive: col.props.isSensitive ?? false,
		isScore,
		hasSubjects: isScore || col.type === "neco-result",
	};
};

/** Returns the columns of the file: those chosen, and after a result or a score one for each subject. */
export const withSubjects = (columns: readonly Column[], subjects: readonly Subject[]): Column[] =>
	columns.flatMap((column): Column[] => {
		if (column.kind !== "answer" || !column.hasSubjects) return [column];
		const own = subjects.filter(([fieldId]) => fieldId === column.fieldId);
		const each = own.map(
			(subject): Column => ({
				kind: "subject",
				id: `${column.id}:${subjectKey(subject)}`,
				key: subjectKey(subject),
				label: subjectHeading(column.label, subject),
				section: column.section,
				isSensitive: column.isSensitive,
			}),
		);
		// why: a score whose subjects all have a column would stand there twice.
		return column.isScore && own.length > 0 && own.length < maxSubjects ? each : [column, ...each];
	});

export const chosenColumns = (columns: readonly Column[], remembered: readonly string[] = []): string[] => {
	const still = remembered.filter((id) => columns.some((column) => column.id === id));
	if (still.length > 0) return still;
	return columns.flatMap((column) => (column.kind === "record" && column.isUsual ? column.id : []));
};

type Say = ReturnType<typeof localMoments>;

interface ReadableAnswers extends ExportedAnswers {
	layout: FormLayout;
	/** Whether sensitive answers are read as they are. */
	isClear?: boolean;
}

/** Returns the row of an applicant. @param answers undefined when no column needs them, or there is no form */
export const cellsOf = (
	columns: readonly Column[],
	applicant: ExportedApplicant,
	answers: ReadableAnswers | undefined,
	say: Say,
): Cell[] => {
	const read = answers && readAnswers(answers);
	const shown = new Set(columns.flatMap((column) => (column.kind === "subject" ? column.key : [])));
	return columns.map((column) => {
		if (column.kind === "record") return column.cell(applicant, say);
		if (column.kind === "subject") return oneCell((read?.grades.get(column.key) ?? []).map(gradeCell));
		const values = read?.byField.get(column.fieldId) ?? [];
		return oneCell(values.map((value) => answerCell(value, column, { say, shown })));
	});
};

/** Returns the subjects of an applicant's results and scores. */
export const subjectsOf = (answers: ReadableAnswers): Subject[] => readAnswers(answers).subjects;

/** Groups all answers by field, including the copies of a repeated field, and grades by subject. */
const readAnswers = ({ layout, data, repeats, files, isClear }: ReadableAnswers) => {
	const byField = new Map<string, ReadValue[]>();
	const grades = new Map<string, string[]>();
	const subjects: Subject[] = [];
	const sittings = new Map<string, number>();
	const sections = readForm({ layout, data, repeats, attachments: files, ...(isClear && { isClear }) });
	for (const row of sections.flatMap(({ rows }) => rows)) {
		for (const { subject, grade } of gradesIn(row, fieldIdOf, (fieldId) => sittings.get(fieldId) ?? 0)) {
			const key = subjectKey(subject);
			if (!grades.has(key)) subjects.push(subject);
			grades.set(key, [...(grades.get(key) ?? []), grade]);
		}
		for (const { fieldId, ...value } of row.fields) {
			const id = fieldIdOf(fieldId);
			const before = byField.get(id) ?? [];
			if (value.kind !== "empty") before.push(value);
			byField.set(id, before);
			if (value.kind === "results") sittings.set(id, (sittings.get(id) ?? 0) + value.value.length);
		}
	}
	return { byField, grades, subjects };
};

const fieldIdOf = (fieldId: string): string => fieldId.replace(/(?:__\d+)+$/, "");

const gradeCell = (grade: string): Cell => (plainNumber.test(grade) ? Number(grade) : grade);

/** why: a single date or number keeps its type. */
const oneCell = (cells: readonly Cell[]): Cell =>
	cells.length < 2 ? (cells[0] ?? null) : cells.map(wordsOf).filter(Boolean).join("; ");

const wordsOf = (cell: Cell): string => {
	if (typeof cell !== "object" || cell === null) return String(cell ?? "");
	return "day" in cell ? cell.day : cell.moment;
};

/** Texts that stay the same as a number: no leading 0, and no more digits than a number keeps. */
const plainNumber = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,6})?$/;

interface InFile {
	say: Say;
	/** The keys of subjects that have a column. */
	shown: ReadonlySet<string>;
}

const answerCell = (
	read: ReadValue,
	{ fieldId, col: { type } }: { fieldId: string; col: FormCol },
	{ say, shown }: InFile,
): Cell => {
	switch (read.kind) {
		case "empty":
			return null;
		case "rich-text":
			return textOfRichText(read.value);
		case "date":
			return dateCell(read.value, say);
		case "date-range":
			return [read.value.from, read.value.to].map((end) => wordsOf(end ? dateCell(end, say) : null)).join(" – ");
		case "files":
			return read.value.map(({ name }) => name).join("; ");
		case "results":
			return read.value
				.map(({ title, registrationNumber, subjects }, sitting) => {
					const others = subjects.filter(({ name }) => !shown.has(subjectKey([fieldId, sitting, name])));
					return [`${title} (${registrationNumber})`, ...others.map(({ name, grade }) => `${name} ${grade}`)].join(
						", ",
					);
				})
				.join("; ");
		default:
			return type === "number" && plainNumber.test(read.value) ? Number(read.value) : read.value;
	}
};

/** Formats a calendar day without a zone, and a time in the organisation's zone. */
const dateCell = (iso: string, say: Say): Cell => (iso.length > 10 ? say(Date.parse(iso)) : { day: iso });
