import * as v from "valibot";
import { RichText } from "#worker/contract/text/rich-text";

/** What whoever enters a stage is written, as far as it is known before (§4). */
export const StageMessages = v.object({
	/** Seconds that a move and its messages wait, in which it can be undone. */
	undoWindowSeconds: v.number(),
	/** The email template; null when the stage sends none. */
	email: v.nullable(v.object({ id: v.string(), name: v.string() })),
	/** Names of the files that go with it. */
	files: v.array(v.string()),
	/** The document template that a letter is made of; null when the stage makes none. */
	letter: v.nullable(v.object({ id: v.string(), name: v.string() })),
	/** Why the email cannot be sent: then the change is refused, unless nobody is to be notified. */
	fault: v.nullable(v.string()),
	/** The email as it reads for the first of those who move, but for the comment; null when nobody gets one. */
	shown: v.nullable(
		v.object({
			candidate: v.object({ id: v.string(), name: v.string() }),
			to: v.string(),
			subject: v.string(),
			message: RichText,
		}),
	),
});
export type StageMessages = v.InferOutput<typeof StageMessages>;
