import * as v from "valibot";

/** What it is given: a mailing, or one mail of it that is to go again. */
export const EmailTaskInput = v.object({ mailingId: v.string(), emailId: v.optional(v.string()) });
export type EmailTaskInput = v.InferOutput<typeof EmailTaskInput>;

/** How far it is: what went out and what did not, and how often in a row the way itself was closed. */
export const EmailTaskState = v.object({
	sent: v.optional(v.number(), 0),
	failed: v.optional(v.number(), 0),
	troubles: v.optional(v.number(), 0),
	/** Nothing is tried before, UTC milliseconds. */
	waitsUntil: v.optional(v.number(), 0),
	/** Why the way was closed the last time. */
	reason: v.optional(v.string()),
});
