import * as v from "valibot";

/** A stage change that was made: by what, and until when, it can be undone, and how many mails go out then. */
export const Moved = v.object({
	id: v.string(),
	/** UTC milliseconds. */
	undoUntil: v.number(),
	emails: v.number(),
});
export type Moved = v.InferOutput<typeof Moved>;
