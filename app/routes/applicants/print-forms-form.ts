import * as v from "valibot";
import { maxSelected } from "#app/routes/applicants/list-address";
import { Id } from "#worker/contract/ids";
import { PrintAs } from "#worker/services/applicants/print.contract";

/** The dialog's form: whose forms, and as what. */
export const PrintFormsForm = v.object({
	id: v.pipe(
		v.array(Id),
		v.minLength(1, "Choose at least one applicant."),
		v.maxLength(maxSelected, `At most ${maxSelected} applicants at a time.`),
	),
	as: PrintAs,
	/** Sent again with the same form, it is answered again and not done twice. */
	idempotencyKey: v.optional(v.pipe(v.string(), v.regex(/^[\w-]{8,64}$/, "Reload the page and try again."))),
});
