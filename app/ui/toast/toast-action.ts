import * as v from "valibot";

/** An action that a toast offers for a while: a form that posts to an address. */
export const ToastAction = v.object({
	label: v.string(),
	/** In a list of commands: "Undo: move of Ada Okafor to Accepted". */
	title: v.string(),
	to: v.string(),
	/** How long it can be done, in milliseconds. */
	forMs: v.number(),
	/** What happens after that time unless it is done: "1 email goes out". */
	otherwise: v.optional(v.string()),
});
export type ToastAction = v.InferOutput<typeof ToastAction>;

/** A link beside a toast's message, to the page of what it is about. */
export const ToastLink = v.object({ label: v.string(), to: v.string() });
export type ToastLink = v.InferOutput<typeof ToastLink>;
