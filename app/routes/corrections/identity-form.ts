import * as v from "valibot";
import { idempotencyKey } from "#app/list/idempotency-key";
import { identityEntries } from "#worker/services/corrections/contract";

/** The dialog's form: the service's input as a form sends it. */
export const IdentityForm = v.object({
	...identityEntries,
	version: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
	idempotencyKey,
});
