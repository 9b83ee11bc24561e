import * as v from "valibot";
import { GroupDetails } from "#worker/services/uploaded-candidates/contract";

/** The dialog's form: what the service takes, as a form sends it. */
export const GroupForm = v.object({
	name: GroupDetails.entries.name,
	applicationId: v.optional(v.string()),
	/** Sent again with the same form, it is answered again and not done twice. */
	idempotencyKey: v.optional(v.pipe(v.string(), v.regex(/^[\w-]{8,64}$/, "Reload the page and try again."))),
});
