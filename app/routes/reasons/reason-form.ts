import * as v from "valibot";
import { ReasonFields } from "#worker/services/reasons/contract";

/** A reason as a form sends it; an unticked box sends nothing. */
export const ReasonForm = v.object({
	text: ReasonFields.text,
	isPrivate: v.optional(v.string()),
	active: v.optional(v.string()),
	idempotencyKey: v.optional(v.pipe(v.string(), v.regex(/^[\w-]{8,64}$/, "Reload the page and try again."))),
});
