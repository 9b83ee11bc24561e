import * as v from "valibot";
import { LetterRequest } from "#worker/services/letters/contract";

/** The dialog's form: what the service takes, as a form sends it. */
export const MakeLetterForm = v.object({
	templateId: LetterRequest.entries.templateId,
	/** Sent again with the same form, it is answered again and not done twice. */
	idempotencyKey: v.optional(v.pipe(v.string(), v.regex(/^[\w-]{8,64}$/, "Reload the page and try again."))),
});
