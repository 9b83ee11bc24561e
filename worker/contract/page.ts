import type { GenericSchema } from "valibot";
import * as v from "valibot";
import { visibleLine } from "#worker/contract/text/visible-text";

/** Row-size options (§9); an API client may ask for any size up to the largest. */
export const rowSizes = [10, 20, 50, 100] as const;
export const maxPageSize = 100;
export const defaultPageSize = 10;

const WholeNumber = (max: number, message: string) =>
	v.pipe(v.string(), v.regex(/^\d{1,9}$/, message), v.transform(Number), v.maxValue(max, message));

/** A page index from the query; indices start at 0 (§9). */
export const PageIndex = v.optional(WholeNumber(100_000_000, "The page must be a whole number from 0."), "0");

/** Rows a page, from the query. */
export const PageSize = (defaultSize = defaultPageSize) =>
	v.optional(
		v.pipe(
			WholeNumber(maxPageSize, `The size must be a whole number from 1 to ${maxPageSize}.`),
			v.minValue(1, `The size must be a whole number from 1 to ${maxPageSize}.`),
		),
		String(defaultSize),
	);

/** The answer of every paged list (§3): the rows and how many there are in all. */
export const PageOf = <S extends GenericSchema>(row: S) =>
	v.object({
		data: v.array(row),
		resultTotal: v.number(),
		page: v.number(),
		size: v.number(),
	});

/** A search text: any text is allowed, none is too strange; only length is limited, and what nobody sees goes. */
export const Keyword = v.pipe(
	v.string(),
	v.transform((text) => visibleLine(text.trim().slice(0, 200))),
);

/** A list in one query parameter, separated by commas (`courseIds=a,b`). */
export const IdList = v.pipe(
	v.string(),
	v.maxLength(8_000, "Too many ids"),
	v.transform((text) => text.split(",").filter((id) => id !== "")),
	v.array(v.pipe(v.string(), v.maxLength(64, "Unknown id"))),
	v.maxLength(100, "Too many ids"),
);
