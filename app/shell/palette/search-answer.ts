import * as v from "valibot";
import { FoundApplicant } from "#worker/services/search/contract";
import { FoundPayment } from "#worker/services/transactions/contract";

/** The result of the search page's loader, for itself and for the palette. */
export const SearchAnswer = v.object({
	q: v.string(),
	applicants: v.array(FoundApplicant),
	/** The transactions that were found for a text that begins with #. */
	payments: v.optional(v.array(FoundPayment), []),
	/** Nothing was searched: these are the applicants opened last. */
	recent: v.boolean(),
	/** Why the applicants could not be searched. */
	failure: v.nullable(v.string()),
});
export type SearchAnswer = v.InferOutput<typeof SearchAnswer>;
