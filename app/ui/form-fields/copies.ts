import { answerIn } from "#app/ui/form-fields/read-entries";
import { takesFiles } from "#worker/contract/forms/field-kind";
import { suffixOf } from "#worker/contract/forms/form-copies";
import type { FormData as Answers, RepeatCounts } from "#worker/contract/forms/form-schema";
import type { Slot, SlotRow, SlotSection } from "#worker/contract/forms/form-slots";

/** One repeat: of a section by its id, of a row by the id that counts it. */
export interface Copy {
	kind: "sections" | "rows";
	id: string;
	copy: number;
}

/** What removing or adding a repeat does to a form. */
export interface CopyChange {
	/** Answers by field id; null where one is removed. */
	answers: Answers;
	repeats: RepeatCounts;
	/** Fields that are removed, with their files. */
	gone: string[];
}

export const countCopies = (sections: readonly SlotSection[], { kind, id }: Omit<Copy, "copy">): number =>
	copiesIn(sections, { kind, id }).length;

/** Every count of these sections. why: a row without a count of its own has that of the first section's. */
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

/** Removes a repeat: those after it move up by one, so that no number is skipped. */
export const withoutCopy = (sections: readonly SlotSection[], data: Answers, of: Copy): CopyChange => {
	const copies = copiesIn(sections, of);
	const taken = copies[of.copy - 1];
	if (!taken) return { answers: {}, repeats: countsOf(sections), gone: [] };
	const moves = movesWithout(sections, of);
	const left = [...slotsIn(taken), ...moves.map(({ slot }) => slot)];
	const answers = new Map<string, unknown>(left.map(({ fieldId }) => [fieldId, null]));
	for (const { slot, fieldId } of moves) answers.set(fieldId, answerIn(data, slot.fieldId) ?? null);
	const repeats = counted(sections, of, Math.max(1, copies.length - 1));
	return {
		answers: Object.fromEntries(answers),
		repeats: of.kind === "rows" ? repeats : withRows(repeats, copies.slice(of.copy - 1)),
		gone: slotsIn(taken)
			.filter(({ col }) => takesFiles(col))
			.map(({ fieldId }) => fieldId),
	};
};

/** Checks whether a repeat can be removed: not the only one, and none before files, which cannot move up. */
export const canRemoveCopy = (sections: readonly SlotSection[], of: Copy): boolean =>
	copiesIn(sections, of).length > 1 && !movesWithout(sections, of).some(({ slot }) => takesFiles(slot.col));

interface FoundCopy {
	section: SlotSection;
	rows: readonly SlotRow[];
}

const copiesIn = (sections: readonly SlotSection[], { kind, id }: Omit<Copy, "copy">): FoundCopy[] =>
	kind === "sections"
		? sections.filter(({ sectionId }) => sectionId === id).map((section) => ({ section, rows: section.rows }))
		: sections.flatMap((section) =>
				section.rows.filter(({ countId }) => countId === id).map((row) => ({ section, rows: [row] })),
			);

const slotsIn = ({ rows }: FoundCopy): Slot[] => rows.flatMap(({ slots }) => slots);

/** Maps the fields that get another id once a repeat is removed. */
const movesWithout = (sections: readonly SlotSection[], of: Copy): { slot: Slot; fieldId: string }[] => {
	const left = copiesIn(sections, of).filter((_, index) => index !== of.copy - 1);
	return left.flatMap(({ section, rows }, index) => {
		const copies = of.kind === "sections" ? left : copiesIn(sections, { kind: "sections", id: section.sectionId });
		const isRepeated = section.repeatable || copies.length > 1;
		return rows.flatMap((row) => {
			const suffix = suffixOf(
				of.kind === "sections"
					? { section: index + 1, row: row.copy, isRepeated }
					: { section: section.copy, row: index + 1, isRepeated },
			);
			return row.slots
				.map((slot) => ({ slot, fieldId: `${slot.col.fieldId}${suffix}` }))
				.filter(({ slot, fieldId }) => slot.fieldId !== fieldId);
		});
	});
};

const counted = (sections: readonly SlotSection[], { kind, id }: Omit<Copy, "copy">, count: number): RepeatCounts => {
	const counts = countsOf(sections);
	return { ...counts, [kind]: { ...counts[kind], [id]: count } };
};

/** Rows repeated inside sections that move up are counted under their new ids. */
const withRows = (repeats: RepeatCounts, copies: readonly FoundCopy[]): RepeatCounts => {
	const rows = copies.flatMap(({ rows: here }, index) =>
		here
			.filter(({ repeatable }) => repeatable)
			.map(({ rowId, countId }): [string, number] => {
				const next = (copies[index + 1]?.rows ?? []).filter((row) => row.rowId === rowId);
				return [countId, Math.max(1, next.length)];
			}),
	);
	return { ...repeats, rows: { ...repeats.rows, ...Object.fromEntries(rows) } };
};
