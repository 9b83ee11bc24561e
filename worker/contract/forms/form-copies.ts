import type { FormCol, FormData, FormRow, FormSection } from "#worker/contract/forms/form-schema";

/** The most repeats that are accepted without an answer in them. */
const maxEmptyRepeats = 50;

/** Ids of the fields that hold an answer or a file. */
export const answeredIds = (data: FormData, attachments: readonly { fieldId: string }[]): ReadonlySet<string> =>
	new Set([...Object.keys(data), ...attachments.map(({ fieldId }) => fieldId)]);

/** The place of a row's repeat: 1 for the first section, 2 for its first repeat, and the same of the row in it. */
export interface CopyPlace {
	section: number;
	row: number;
	isRepeated: boolean;
}

/**
 * Returns the ending of a repeat's ids (§3 duplicateFields): '' for the first, then `__2`, `__3` …; with both numbers
 * for a row in a repeated section, also in the first one, so that no two have the same id.
 */
export const suffixOf = ({ section, row, isRepeated }: CopyPlace): string => {
	if (row > 1) return `${isRepeated ? `__${section}` : ""}__${row}`;
	return section > 1 ? `__${section}` : "";
};

/** Returns the fields that a repeat of a row asks for; a field whose repeat has the id of another is asked once. */
export const colsOfCopy = ({ cols }: FormRow, { section, row }: CopyPlace, single: ReadonlySet<string>): FormCol[] =>
	section === 1 && row === 1 ? cols : cols.filter(({ fieldId }) => !single.has(fieldId));

interface CopiesAround {
	answered: ReadonlySet<string>;
	/** The fields that are asked once, however often their row is repeated. */
	single: ReadonlySet<string>;
	/** How often each section or row is repeated, by its id. */
	counts: Record<string, number>;
}

/** Returns every repeat of a section: the place of the first of each row in it. */
export const copiesOfSection = (section: FormSection, { answered, single, counts }: CopiesAround): CopyPlace[] => {
	const placeOf = (copy: number): CopyPlace => ({ section: copy, row: 1, isRepeated: true });
	const isAnswered = (place: CopyPlace) =>
		section.rows.some((row) =>
			// why the second too: the first of several may have been left empty.
			(row.repeatable ? [1, 2] : [1]).some((copy) => isRowAnswered(row, { ...place, row: copy }, { answered, single })),
		);
	const count = countIn(counts, section.id);
	const places = copiesOf({ repeatable: section.repeatable, placeOf, isAnswered }, count);
	const isRepeated = section.repeatable === true || places.length > 1;
	return places.map((place) => ({ ...place, isRepeated }));
};

/** Returns every repeat of a row in a repeat of its section; the count of the first is the default. */
export const copiesOfRow = (
	row: FormRow,
	within: CopyPlace,
	{ answered, single, counts }: CopiesAround,
): CopyPlace[] => {
	const placeOf = (copy: number): CopyPlace => ({ ...within, row: copy });
	const isAnswered = (place: CopyPlace) => isRowAnswered(row, place, { answered, single });
	const count = countIn(counts, `${row.id}${suffixOf(within)}`) ?? countIn(counts, row.id);
	return copiesOf({ repeatable: row.repeatable, placeOf, isAnswered }, count);
};

const isRowAnswered = (
	row: FormRow,
	place: CopyPlace,
	{ answered, single }: Pick<CopiesAround, "answered" | "single">,
): boolean => colsOfCopy(row, place, single).some(({ fieldId }) => answered.has(`${fieldId}${suffixOf(place)}`));

interface Repeated {
	repeatable: boolean | undefined;
	placeOf: (copy: number) => CopyPlace;
	isAnswered: (place: CopyPlace) => boolean;
}

const copiesOf = ({ repeatable, placeOf, isAnswered }: Repeated, count = 1): CopyPlace[] => {
	const believed = Math.min(Number.isInteger(count) ? count : 1, maxEmptyRepeats);
	const places = [placeOf(1)];
	// why: an answer in a repeat that was never counted is an answer all the same.
	for (let copy = 2; copy <= believed || (repeatable && isAnswered(placeOf(copy))); copy++) places.push(placeOf(copy));
	return places;
};

const countIn = (counts: Record<string, number>, id: string): number | undefined =>
	Object.hasOwn(counts, id) ? counts[id] : undefined;
