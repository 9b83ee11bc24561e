import { withHidden } from "#worker/contract/forms/conditions";
import { clashesIn, type IdClash } from "#worker/contract/forms/form-clashes";
import {
	answeredIds,
	type CopyPlace,
	colsOfCopy,
	copiesOfRow,
	copiesOfSection,
	suffixOf,
} from "#worker/contract/forms/form-copies";
import type {
	FormCol,
	FormData,
	FormLayout,
	FormRow,
	FormSection,
	RepeatCounts,
	ShowWhen,
} from "#worker/contract/forms/form-schema";

/** The most repeats of a section or a row in what is saved. */
export const maxRepeats = 20;

/** One field as one repeat of it. */
export interface Slot {
	/** Its id with the `__n` of every repeat that it is in. */
	fieldId: string;
	col: FormCol;
	/** Whether the answers given so far do not ask for it. */
	isHidden?: true;
}

export interface SlotRow {
	/** Unique in the form: the row's id, with `__n` for a repeat of the section and of the row. */
	id: string;
	rowId: string;
	/** The id that counts its repeats in `RepeatCounts.rows`: the row's id, with the section's `__n`. */
	countId: string;
	repeatable: boolean;
	/** 1 for the first, 2 for its first repeat. */
	copy: number;
	slots: Slot[];
}

export interface SlotSection {
	/** Unique in the form: the section's id, with `__n` for a repeat. */
	id: string;
	/** The id that counts its repeats in `RepeatCounts.sections`. */
	sectionId: string;
	/** With its number when the section is repeated: 'Schools attended (2)'. */
	title: string;
	description?: string;
	refereeSectionType?: string;
	repeatable: boolean;
	copy: number;
	showWhen?: ShowWhen;
	/** Whether the answers given so far do not ask for it; then all its slots are hidden too. */
	isHidden?: true;
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

/** Returns what a form asks for by its answers so far, in the layout's order, repeats expanded (§3 Form schema). */
export const layOut = (form: FormToLayOut, who: FormAnswerer): SlotSection[] => askedIn(layOutAll(form, who));

/** Returns what can be asked of a person; what the answers so far do not ask for is marked as hidden. */
export const layOutAll = (form: FormToLayOut, who: FormAnswerer): SlotSection[] =>
	layOutWhole(form).filter((section) => isFor(who, section));

/** Returns all slots of a form, for every person who answers; hidden ones are marked. */
export const layOutWhole = ({ layout, data, repeats, attachments = [] }: FormToLayOut): SlotSection[] => {
	const clashes = clashesIn(layout);
	const single = new Set(clashes.filter(({ kind }) => kind === "field").map(({ like }) => like));
	const form: LaidOut = { answered: answeredIds(data, attachments), repeats, single, clashes };
	const sections = layout.sections.flatMap((section) => layOutSection(form, section));
	return withHidden(layout, sections, { data, attachments });
};

/** Leaves out what is hidden, and lines and sections of which nothing is left. */
export const askedIn = (sections: readonly SlotSection[]): SlotSection[] =>
	sections.flatMap((section) => {
		if (section.isHidden) return [];
		if (!slotsOf([section]).some(({ isHidden }) => isHidden)) return [section];
		const rows = section.rows.flatMap((row) => {
			const slots = row.slots.filter(({ isHidden }) => !isHidden);
			return slots.length > 0 ? [{ ...row, slots }] : [];
		});
		return rows.length > 0 ? [{ ...section, rows }] : [];
	});

interface LaidOut {
	answered: ReadonlySet<string>;
	repeats: RepeatCounts;
	single: ReadonlySet<string>;
	/** why: a design made before such ids were refused keeps its answers apart. */
	clashes: readonly IdClash[];
}

const isFor = (who: FormAnswerer, { refereeSectionType }: SlotSection): boolean => {
	if (who === "applicant") return refereeSectionType === undefined;
	return refereeSectionType !== undefined && (who.referee === null || who.referee === refereeSectionType);
};

const layOutSection = (form: LaidOut, section: FormSection): SlotSection[] => {
	const { id, title, description, refereeSectionType, showWhen } = section;
	const copies = copiesOfSection(section, { ...form, counts: form.repeats.sections });
	return copies.map((place) => ({
		id: `${id}${suffixOf(place)}`,
		sectionId: id,
		title: copies.length > 1 ? `${title} (${place.section})` : title,
		...(description === undefined ? {} : { description }),
		...(refereeSectionType === undefined ? {} : { refereeSectionType }),
		...(showWhen === undefined ? {} : { showWhen }),
		repeatable: isRepeatable(form, "section", section),
		copy: place.section,
		rows: section.rows.flatMap((row) => layOutRow(form, row, place)),
	}));
};

const layOutRow = (form: LaidOut, row: FormRow, within: CopyPlace): SlotRow[] =>
	copiesOfRow(row, within, { ...form, counts: form.repeats.rows }).map((place) => ({
		id: `${row.id}${suffixOf(place)}`,
		rowId: row.id,
		countId: `${row.id}${suffixOf(within)}`,
		repeatable: isRepeatable(form, "row", row),
		copy: place.row,
		slots: colsOfCopy(row, place, form.single).map((col) => ({ fieldId: `${col.fieldId}${suffixOf(place)}`, col })),
	}));

/** Checks whether a repeat can be added or removed. Not where it would be ambiguous. */
const isRepeatable = (
	{ clashes }: LaidOut,
	kind: IdClash["kind"],
	{ id, repeatable = false }: { id: string; repeatable?: boolean | undefined },
): boolean => repeatable && !clashes.some((clash) => clash.kind === kind && (clash.id === id || clash.like === id));

export const slotsOf = (sections: readonly SlotSection[]): Slot[] =>
	sections.flatMap(({ rows }) => rows.flatMap(({ slots }) => slots));
