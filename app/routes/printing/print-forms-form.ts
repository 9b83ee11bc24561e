import * as v from "valibot";
import { chosenFields, hasChosen, nobodyChosen } from "#app/list/bulk/batch-target";
import { PrintAs } from "#worker/services/printing/contract";

/** The dialog's form: whose forms, and as what. */
export const PrintFormsForm = v.pipe(
	v.object({
		...chosenFields,
		as: PrintAs,
		/** Sent again with the same form, it is answered again and not done twice. */
		idempotencyKey: v.optional(v.pipe(v.string(), v.regex(/^[\w-]{8,64}$/, "Reload the page and try again."))),
	}),
	v.forward(
		v.check((form) => hasChosen(form), nobodyChosen),
		["id"],
	),
);
