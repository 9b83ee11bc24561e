import { takesFiles } from "#worker/contract/forms/field-kind";
import {
	answerIn,
	type FormData,
	type FormLayout,
	type FormRow,
	fieldLabel,
	type RepeatCounts,
} from "#worker/contract/forms/form-schema";
import { askedIn, layOutWhole, type Slot, type SlotSection, slotsOf } from "#worker/contract/forms/form-slots";
import { type FileOfForm, type PlainValue, readValue } from "#worker/contract/forms/form-values";
import { maskOf } from "#worker/contract/forms/sensitive";
import { readRichText } from "#worker/contract/text/read-rich-text.server";
import type { RichNode } from "#worker/contract/text/rich-text";

/** What a field holds, its rich text as a tree. */
export type ReadValue =
	| Exclude<PlainValue, { kind: "html" }>
	| { kind: "rich-text"; value: RichNode[] }
	/** A sensitive answer, which is not shown. */
	| { kind: "masked"; value: string };

/** One answered (or unanswered) field, ready to be drawn. */
export type ReadField = { fieldId: string; label: string } & ReadValue;

export interface ReadRow {
	/** Unique within the reading: the row's id, with `__n` for a repeat. */
	id: string;
	fields: ReadField[];
	/** Whether the first field names the second: a subject and its score, repeated. */
	isPair?: true;
}

/** A section as it is read. why no description: it tells the applicant how to answer. */
export interface ReadSection {
	id: string;
	/** With its number when the applicant repeated it: 'Schools attended (2)'. */
	title: string;
	/** Who answers it, when it is not the applicant. */
	refereeSectionType?: string;
	/** True for the section of answers and files that no field of the layout asks for. */
	isExtra: boolean;
	rows: ReadRow[];
}

export interface FormToRead {
	layout: FormLayout;
	data: FormData;
	repeats: RepeatCounts;
	attachments: readonly FileOfForm[];
	/** Whether sensitive answers are read as they are; otherwise they are masked. */
	isClear?: boolean;
}

/**
 * Reads a submission by its layout, repeats expanded (§3 Form schema), without what its answers do not ask for; other
 * answers get their own section. For the server: names of countries depend on the runtime's language data.
 */
export const readForm = ({ layout, data, repeats, attachments, isClear = false }: FormToRead): ReadSection[] => {
	const none = { answersRead: new Set<string>(), filesRead: new Set<string>(), sittings: 0 };
	const reading: Reading = { data, attachments, isClear, ...none };
	const whole = layOutWhole({ layout, data, repeats, attachments });
	const read = new Map<SlotSection, ReadSection>();
	const isOfApplicant = ({ refereeSectionType }: SlotSection) => refereeSectionType === undefined;
	// why the applicant's first: a referee may be asked a question of the same id, and has answers of their own.
	for (const own of [whole.filter(isOfApplicant), whole.filter((section) => !isOfApplicant(section))]) {
		for (const section of own) for (const asked of askedIn([section])) read.set(section, readSection(reading, asked));
		// why: an answer that is not asked for any more is kept, but is no other answer of the form.
		for (const { fieldId, isHidden } of slotsOf(own))
			if (isHidden) {
				reading.answersRead.add(fieldId);
				reading.filesRead.add(fieldId);
			}
	}
	const sections = whole.flatMap((section) => read.get(section) ?? []);
	const rows = readExtra(reading);
	return rows.length === 0 ? sections : [...sections, { id: "extra", title: "Other answers", isExtra: true, rows }];
};

interface Reading extends Pick<FormToRead, "data" | "attachments" | "isClear"> {
	/** Fields whose answer, or whose files, have been drawn: the others are extra. */
	answersRead: Set<string>;
	filesRead: Set<string>;
	/** Examination results so far: the second one is the 2nd sitting, wherever it is. */
	sittings: number;
}

const readSection = (reading: Reading, { id, title, refereeSectionType, rows }: SlotSection): ReadSection => ({
	id,
	title,
	...(refereeSectionType === undefined ? {} : { refereeSectionType }),
	isExtra: false,
	rows: rows.map((row) => ({
		id: row.id,
		fields: row.slots.map((slot) => readField(reading, slot)),
		...(isPair({ repeatable: row.repeatable, cols: row.slots.map(({ col }) => col) }) && { isPair: true }),
	})),
});

/** Checks whether a row of a list is a choice or a text with a number: 'Subject' and 'Score'. */
export const isPair = ({ repeatable, cols: [first, second, ...others] }: Omit<FormRow, "id">): boolean =>
	repeatable === true &&
	others.length === 0 &&
	(first?.type === "select" || first?.type === "text") &&
	second?.type === "number";

/** Returns the fields as they are drawn: an answered pair is one field, its first answer the label. */
export const drawnFields = ({ fields, isPair }: ReadRow): ReadField[] => {
	const [first, second] = fields;
	return isPair && first?.kind === "text" && second ? [{ ...second, label: first.value }] : fields;
};

const readField = (reading: Reading, { fieldId, col }: Slot): ReadField => {
	const isOfFiles = takesFiles(col);
	const isRead = reading.filesRead.has(fieldId);
	const files = isOfFiles && !isRead ? reading.attachments.filter((file) => file.fieldId === fieldId) : [];
	// why: an extra file's field may have an answer that was drawn before.
	const answer = reading.answersRead.has(fieldId) ? undefined : answerIn(reading.data, fieldId);
	reading.answersRead.add(fieldId);
	if (isOfFiles) reading.filesRead.add(fieldId);
	const around = { files, sittingsBefore: reading.sittings };
	const read = reading.isClear ? readClear(col, answer, around) : readAnswer(col, answer, around);
	if (read.kind === "results") reading.sittings += read.value.length;
	return { fieldId, label: fieldLabel(col), ...read };
};

/** Reads one answer by its field's type, a sensitive one as its mask, rich text as a tree. Meant for the server. */
export const readAnswer = (...[col, answer, around]: Parameters<typeof readValue>): ReadValue => {
	const mask = col.props.isSensitive ? maskOf(answer) : null;
	return mask === null ? readClear(col, answer, around) : { kind: "masked", value: mask };
};

/** Reads one answer as it is, also a sensitive one. */
export const readClear = (...answer: Parameters<typeof readValue>): ReadValue => {
	const read = readValue(...answer);
	return read.kind === "html" ? { kind: "rich-text", value: readRichText(read.value) } : read;
};

const readExtra = (reading: Reading): ReadRow[] => {
	const { data, attachments, answersRead, filesRead } = reading;
	const answers = Object.keys(data).filter((fieldId) => !answersRead.has(fieldId));
	const files = attachments.map(({ fieldId }) => fieldId).filter((fieldId) => !filesRead.has(fieldId));
	return [
		...answers.map((fieldId) => extraRow(reading, fieldId, "text")),
		...[...new Set(files)].map((fieldId) => extraRow(reading, fieldId, "file")),
	];
};

const extraRow = (reading: Reading, fieldId: string, type: "text" | "file"): ReadRow => ({
	id: `extra-${type}-${fieldId}`,
	fields: [readField(reading, { fieldId, col: { fieldId, type, props: { label: fieldId } } })],
});
