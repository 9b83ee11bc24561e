import type { GenericSchema } from "valibot";
import * as v from "valibot";
import { described, text, whole } from "#worker/contract/described";
import { visibleLine } from "#worker/contract/text/visible-text";

/** Row-size options (§9); an API client may ask for any size up to the largest. */
export const rowSizes = [10, 20, 50, 100] as const;
export const maxPageSize = 100;
export const defaultPageSize = 10;

/** A whole number in a query, where every value is text; the documentation shows it as the integer that it means. */
export const QueryInteger = ({ min, max }: { min: number; max: number }, message: string) =>
	v.pipe(
		v.string(),
		v.regex(/^\d{1,15}$/, message),
		v.metadata({ type: "integer", pattern: undefined, minimum: min, maximum: max }),
		v.transform(Number),
		v.minValue(min, message),
		v.maxValue(max, message),
	);

export const QueryBoolean = v.pipe(
	v.picklist(["true", "false"], "This must be true or false."),
	v.metadata({ type: "boolean", enum: undefined }),
	v.transform((text) => text === "true"),
);

/** A page index from the query; indices start at 0 (§9). */
export const PageIndex = described(
	v.optional(QueryInteger({ min: 0, max: 100_000_000 }, "The page must be a whole number from 0."), "0"),
	"The index of the page, from 0.",
);

const size = (max: number) => QueryInteger({ min: 1, max }, `The size must be a whole number from 1 to ${max}.`);

/** Rows per page, from the query. */
export const PageSize = (defaultSize = defaultPageSize, max = maxPageSize) =>
	described(v.optional(size(max), String(defaultSize)), "The most rows that the page may hold.");

/** The query of a list that is short enough to come whole; a `size` makes pages of it. */
export const ShortListQuery = v.strictObject({
	page: PageIndex,
	size: described(
		v.optional(size(maxPageSize)),
		"The most rows that a page may hold; without it all come in one page.",
	),
});

/** The response of every list (§3): the rows of a page, how many there are in all, and where the next page is. */
export const PageOf = <S extends GenericSchema>(row: S) =>
	v.object({
		data: described(v.array(row), "The rows of this page."),
		resultTotal: whole("How many rows there are on all pages."),
		page: whole("The index of this page, from 0."),
		size: whole("The most rows that the page may hold."),
		next: v.nullable(text("The path of the next page; null on the last one.")),
	});

/** Returns the page of a short list that its query asks for: all of it unless a size is named. */
export const pageOfAll = <T>(
	rows: readonly T[],
	{ page, size = rows.length }: { page: number; size?: number | undefined },
) => ({ data: rows.slice(page * size, (page + 1) * size), resultTotal: rows.length, page, size });

/**
 * What a list is sorted by, from the query.
 * @param keys what it can be sorted by, the usual order first @param more what its documentation says beside that
 */
export const SortKey = <const Key extends string>(keys: readonly [Key, ...Key[]], more = "") =>
	described(
		v.optional(
			v.picklist(
				keys.flatMap((key) => [key, `-${key}`] as const),
				"Unknown order",
			),
		),
		`What the list is sorted by; with \`-\` in the other direction.${more && ` ${more}`}`,
	);

/** A search text of limited length, without invisible characters. */
export const Keyword = v.pipe(
	v.string(),
	v.transform((text) => visibleLine(text.trim().slice(0, 200))),
);

/** A list of ids: in a query repeated (`courseIds=a&courseIds=b`) or separated by commas (`courseIds=a,b`). */
export const IdList = v.pipe(
	v.union([v.string(), v.array(v.string())]),
	v.metadata({ anyOf: undefined, type: "array", items: { type: "string" } }),
	v.transform((ids) => [ids].flat().flatMap((text) => text.split(","))),
	v.transform((ids) => ids.filter((id) => id !== "")),
	v.array(v.pipe(v.string(), v.maxLength(64, "Unknown id"))),
	v.maxLength(100, "Too many ids"),
);
