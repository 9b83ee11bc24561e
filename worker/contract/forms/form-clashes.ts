import type { FormLayout } from "#worker/contract/forms/form-schema";
import { rememberedOf } from "#worker/contract/forms/remembered-of";

/** An id of a layout that looks like a repeat of another: `a__2` beside an `a` that can be repeated. */
export interface IdClash {
	kind: "field" | "row" | "section";
	id: string;
	/** The field that it could be a repeat of. */
	like: string;
}

interface Named extends Pick<IdClash, "kind" | "id"> {
	/** The ways in which a field can be repeated: as or in a row, as or in a section. */
	ways: 0 | 1 | 2;
}

/** Returns the ids that a layout uses twice. why: answers are kept by id (§3 Form data). */
export const clashesIn = rememberedOf((layout: FormLayout): readonly IdClash[] => {
	const named = namesIn(layout);
	const suspects = named.filter(({ id }) => /__[1-9]\d*$/.test(id));
	return suspects.flatMap(({ kind, id }) =>
		named
			.filter((one) => one.kind === kind && id.startsWith(one.id) && endings[one.ways].test(id.slice(one.id.length)))
			.map((one) => ({ kind, id, like: one.id })),
	);
});

const namesIn = ({ sections }: FormLayout): Named[] =>
	sections.flatMap((section): Named[] => [
		{ kind: "section", id: section.id, ways: section.repeatable ? 1 : 0 },
		...section.rows.flatMap((row): Named[] => {
			const ways = section.repeatable && row.repeatable ? 2 : section.repeatable || row.repeatable ? 1 : 0;
			return [
				{ kind: "row", id: row.id, ways },
				...row.cols.map(({ fieldId }): Named => ({ kind: "field", id: fieldId, ways })),
			];
		}),
	]);

/** Matches the ending of a repeat's id. why `__1`: `a__1__2` repeats `a__1`, and a row of the first `a`. */
const endings = [/^(?!)/, /^__(?:[2-9]|[1-9]\d+)$/, /^(?:__[1-9]\d*){1,2}$/] as const;
