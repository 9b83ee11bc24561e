import * as v from "valibot";
import { idempotencyKey } from "#app/list/idempotency-key";
import { seenVersion } from "#app/records/meanwhile";
import { ReasonFields } from "#worker/services/reasons/contract";

/** A reason as a form sends it; an unticked box sends nothing. */
export const ReasonForm = v.object({
	text: ReasonFields.text,
	isPrivate: v.optional(v.string()),
	active: v.optional(v.string()),
	version: seenVersion,
	idempotencyKey,
});
