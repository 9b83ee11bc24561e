import type { FormData } from "#worker/contract/form-schema";

/** The most repeats that are believed without an answer in them. */
const maxEmptyRepeats = 50;

/** Ids of the fields that hold an answer or a file. */
export const answeredIds = (data: FormData, attachments: readonly { fieldId: string }[]): ReadonlySet<string> =>
	new Set([...Object.keys(data), ...attachments.map(({ fieldId }) => fieldId)]);

interface Repeated {
	id: string;
	repeatable?: boolean | undefined;
	/** Ids of the fields in it, without suffix. */
	fieldIds: readonly string[];
}

interface CopiesAround {
	answered: ReadonlySet<string>;
	/** How often what was repeated, by its id. */
	counts: Record<string, number>;
	/** The suffix of the section that a row stands in. */
	prefix: string;
}

/**
 * The suffixes of every copy of a section or a row: '' for the first, then `__2`, `__3` …; a copy in a repeated section
 * adds its own (§3 duplicateFields).
 */
export const copiesOf = (
	{ id, repeatable, fieldIds }: Repeated,
	{ answered, counts, prefix }: CopiesAround,
): string[] => {
	const declared = Object.hasOwn(counts, `${id}${prefix}`) ? counts[`${id}${prefix}`] : counts[id];
	const count = Math.min(Number.isInteger(declared) ? (declared ?? 1) : 1, maxEmptyRepeats);
	const suffixes = [prefix];
	const isAnswered = (suffix: string) => fieldIds.some((fieldId) => answered.has(`${fieldId}${suffix}`));
	// why: an answer in a repeat that was never counted is an answer all the same.
	for (let copy = 2; copy <= count || (repeatable && isAnswered(`${prefix}__${copy}`)); copy++)
		suffixes.push(`${prefix}__${copy}`);
	return suffixes;
};
