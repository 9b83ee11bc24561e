import * as v from "valibot";
import { FoundApplicant } from "#worker/services/search/contract";

/** What the search page's loader answers, to itself and to the palette. */
export const SearchAnswer = v.object({
	/** The text that was searched. */
	q: v.string(),
	applicants: v.array(FoundApplicant),
	/** Nothing was searched: these are the ones opened last. */
	recent: v.boolean(),
	/** Why the applicants could not be had. */
	failure: v.nullable(v.string()),
});
export type SearchAnswer = v.InferOutput<typeof SearchAnswer>;
