import * as v from "valibot";

/** The input of the task: a mailing, or one email of it that is sent again. */
export const EmailTaskInput = v.object({ mailingId: v.string(), emailId: v.optional(v.string()) });
export type EmailTaskInput = v.InferOutput<typeof EmailTaskInput>;

/** The progress: how many were sent and failed, and how many outages in a row there were. */
export const EmailTaskState = v.object({
	sent: v.optional(v.number(), 0),
	failed: v.optional(v.number(), 0),
	troubles: v.optional(v.number(), 0),
	/** Nothing is tried before this time, UTC milliseconds. */
	waitsUntil: v.optional(v.number(), 0),
	/** The reason for the last outage. */
	reason: v.optional(v.string()),
});
