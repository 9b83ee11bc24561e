import { answeredIds, copiesOf } from "#worker/contract/form-copies";
import type { FormCol, FormData, FormLayout, FormRow, FormSection, RepeatCounts } from "#worker/contract/form-schema";

/** How often a section or a row may be there at most, in what is saved. */
export const maxRepeats = 20;

/** One field to answer. */
export interface Slot {
	/** With the `__n` of every repeat it stands in. */
	fieldId: string;
	col: FormCol;
}

export interface SlotRow {
	/** Unique in the form: the row's id, with `__n` for a repeat of the section and of the row. */
	id: string;
	rowId: string;
	/** Under which its repeats are counted in `RepeatCounts.rows`: the row's id, with the section's `__n`. */
	countId: string;
	repeatable: boolean;
	/** 1 for the first, 2 for its first repeat. */
	copy: number;
	slots: Slot[];
}

export interface SlotSection {
	/** Unique in the form: the section's id, with `__n` for a repeat. */
	id: string;
	/** Under which its repeats are counted in `RepeatCounts.sections`. */
	sectionId: string;
	/** With its number when the section is there more than once: 'Schools attended (2)'. */
	title: string;
	description?: string;
	refereeSectionType?: string;
	repeatable: boolean;
	/** 1 for the first, 2 for its first repeat. */
	copy: number;
	rows: SlotRow[];
}

/** Who answers: the applicant, or a referee of a kind; null is a referee of every kind. */
export type FormAnswerer = "applicant" | { referee: string | null };

export interface FormToLayOut {
	layout: FormLayout;
	data: FormData;
	repeats: RepeatCounts;
	attachments?: readonly { fieldId: string }[];
}

/** Everything of a form that somebody can answer, in the layout's order, repeats expanded (§3 Form schema). */
export const layOut = ({ layout, data, repeats, attachments = [] }: FormToLayOut, who: FormAnswerer): SlotSection[] => {
	const form: LaidOut = { answered: answeredIds(data, attachments), repeats };
	return layout.sections.filter((section) => isFor(who, section)).flatMap((section) => layOutSection(form, section));
};

interface LaidOut {
	answered: ReadonlySet<string>;
	repeats: RepeatCounts;
}

const isFor = (who: FormAnswerer, { refereeSectionType }: FormSection): boolean => {
	if (who === "applicant") return refereeSectionType === undefined;
	return refereeSectionType !== undefined && (who.referee === null || who.referee === refereeSectionType);
};

const layOutSection = (form: LaidOut, section: FormSection): SlotSection[] => {
	const { id, title, description, refereeSectionType, repeatable = false } = section;
	const fieldIds = section.rows.flatMap(({ cols }) => cols.map(({ fieldId }) => fieldId));
	const around = { answered: form.answered, counts: form.repeats.sections, prefix: "" };
	const copies = copiesOf({ id, repeatable, fieldIds }, around);
	return copies.map((suffix, index) => ({
		id: `${id}${suffix}`,
		sectionId: id,
		title: copies.length > 1 ? `${title} (${index + 1})` : title,
		...(description === undefined ? {} : { description }),
		...(refereeSectionType === undefined ? {} : { refereeSectionType }),
		repeatable,
		copy: index + 1,
		rows: section.rows.flatMap((row) => layOutRow(form, row, suffix)),
	}));
};

const layOutRow = (form: LaidOut, { id, repeatable = false, cols }: FormRow, sectionSuffix: string): SlotRow[] => {
	const around = { answered: form.answered, counts: form.repeats.rows, prefix: sectionSuffix };
	const fieldIds = cols.map(({ fieldId }) => fieldId);
	return copiesOf({ id, repeatable, fieldIds }, around).map((suffix, index) => ({
		id: `${id}${suffix}`,
		rowId: id,
		countId: `${id}${sectionSuffix}`,
		repeatable,
		copy: index + 1,
		slots: cols.map((col) => ({ fieldId: `${col.fieldId}${suffix}`, col })),
	}));
};

/** The fields of some sections, in their order. */
export const slotsOf = (sections: readonly SlotSection[]): Slot[] =>
	sections.flatMap(({ rows }) => rows.flatMap(({ slots }) => slots));
