import * as v from "valibot";

/** The result of a task that made a file: its name, bytes, and of how many applicants it is or is not. */
export const TaskFile = v.object({
	name: v.string(),
	size: v.number(),
	drawn: v.optional(v.number()),
	/** How many applicants a table contains. */
	rows: v.optional(v.number()),
	/** Applicants who no longer existed when their turn came. */
	leftOut: v.optional(v.number()),
});
