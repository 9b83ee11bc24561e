import { takesFiles } from "#app/ui/form-fields/field-kind";
import { answerIn } from "#app/ui/form-fields/read-entries";
import type { FormData as Answers, RepeatCounts } from "#worker/contract/form-schema";
import type { Slot, SlotSection } from "#worker/contract/form-slots";

/** One copy of what can be repeated: of a section by its id, of a row by the id it is counted under. */
export interface Copy {
	kind: "sections" | "rows";
	id: string;
	copy: number;
}

/** What taking a copy away, or adding one, does to a form. */
export interface CopyChange {
	/** Answers by field id; null where one is taken away. */
	answers: Answers;
	repeats: RepeatCounts;
	/** Fields that go, with whatever is attached to them. */
	gone: string[];
}

/** How many copies there are. */
export const countCopies = (sections: readonly SlotSection[], { kind, id }: Omit<Copy, "copy">): number =>
	copiesIn(sections, { kind, id }).length;

/** Every count of these sections. why: a row without a count of its own takes that of the first section's. */
export const countsOf = (sections: readonly SlotSection[]): RepeatCounts => {
	const rows = sections.flatMap((section) => section.rows.filter(({ repeatable }) => repeatable));
	const repeated = sections.filter(({ repeatable }) => repeatable);
	return {
		sections: Object.fromEntries(repeated.map(({ sectionId, copy }) => [sectionId, copy])),
		rows: Object.fromEntries(rows.map(({ countId, copy }) => [countId, copy])),
	};
};

export const withCopy = (sections: readonly SlotSection[], of: Omit<Copy, "copy">): CopyChange => ({
	answers: {},
	repeats: counted(sections, of, countCopies(sections, of) + 1),
	gone: [],
});

/** Takes a copy away: those behind it move up by one, so that no number is left out. */
export const withoutCopy = (sections: readonly SlotSection[], data: Answers, { kind, id, copy }: Copy): CopyChange => {
	const copies = copiesIn(sections, { kind, id });
	if (!copies[copy - 1]) return { answers: {}, repeats: countsOf(sections), gone: [] };
	const moved = new Map<string, unknown>();
	for (const slot of copies.slice(copy - 1).flatMap(({ slots }) => slots)) moved.set(slot.fieldId, null);
	copies.slice(copy).forEach((from, index) => {
		const to = copies[copy - 1 + index];
		for (const slot of from.slots)
			if (to) moved.set(inCopy(slot, from.suffix, to.suffix), answerIn(data, slot.fieldId) ?? null);
	});
	const repeats = counted(sections, { kind, id }, Math.max(1, copies.length - 1));
	return {
		answers: Object.fromEntries(moved),
		repeats: withRows(repeats, copies, copy),
		gone: goneOf(copies[copy - 1]),
	};
};

/**
 * Can it be taken away? The only one cannot; nor can one with files behind it, for they belong to their place and cannot
 * move up.
 */
export const canRemoveCopy = (sections: readonly SlotSection[], { kind, id, copy }: Copy): boolean => {
	const copies = copiesIn(sections, { kind, id });
	return copies.length > 1 && !copies.slice(copy).some(({ slots }) => slots.some(({ col }) => takesFiles(col)));
};

interface FoundCopy {
	/** What its fields' ids end with: '', '__2', '__2__3' … */
	suffix: string;
	slots: Slot[];
	/** Of a section: how often each of its rows stands in it. */
	rowCounts: Map<string, number>;
}

const copiesIn = (sections: readonly SlotSection[], { kind, id }: Omit<Copy, "copy">): FoundCopy[] => {
	if (kind === "rows")
		return sections.flatMap(({ rows }) =>
			rows
				.filter(({ countId }) => countId === id)
				.map((row) => ({ suffix: row.id.slice(row.rowId.length), slots: row.slots, rowCounts: new Map() })),
		);
	return sections
		.filter(({ sectionId }) => sectionId === id)
		.map((section) => ({
			suffix: section.id.slice(section.sectionId.length),
			slots: section.rows.flatMap(({ slots }) => slots),
			rowCounts: new Map(section.rows.filter(({ repeatable }) => repeatable).map(({ rowId, copy }) => [rowId, copy])),
		}));
};

/** The field's id in another copy; what follows the copy's own number stays. */
const inCopy = ({ fieldId, col }: Slot, from: string, to: string): string =>
	`${col.fieldId}${to}${fieldId.slice(col.fieldId.length + from.length)}`;

const counted = (sections: readonly SlotSection[], { kind, id }: Omit<Copy, "copy">, count: number): RepeatCounts => {
	const counts = countsOf(sections);
	return { ...counts, [kind]: { ...counts[kind], [id]: count } };
};

/** Rows repeated inside the sections that move up are counted where those come to stand. */
const withRows = (repeats: RepeatCounts, copies: readonly FoundCopy[], copy: number): RepeatCounts => {
	const rows = copies.slice(copy - 1).flatMap(({ suffix, rowCounts }, index) => {
		const next = copies[copy + index];
		return [...rowCounts.keys()].map((rowId): [string, number] => [
			`${rowId}${suffix}`,
			next?.rowCounts.get(rowId) ?? 1,
		]);
	});
	return { ...repeats, rows: { ...repeats.rows, ...Object.fromEntries(rows) } };
};

const goneOf = (copy: FoundCopy | undefined): string[] =>
	(copy?.slots ?? []).filter(({ col }) => takesFiles(col)).map(({ fieldId }) => fieldId);
