import * as v from "valibot";
import { maxSelected } from "#app/routes/applicants/list-address";
import { Id } from "#worker/contract/ids";
import { Comment } from "#worker/services/applicants/change.contract";

const fields = {
	stageId: v.pipe(v.string("Choose a stage"), v.minLength(1, "Choose a stage"), Id),
	reason: Comment,
	locationId: v.optional(Id),
	/** Sent again with the same form, it is answered again and not done twice. */
	idempotencyKey: v.optional(v.pipe(v.string(), v.regex(/^[\w-]{8,64}$/, "Reload the page and try again."))),
};

/** The dialog's form: what the service takes, as a form sends it (§5 Status change). */
export const StageChangeForm = v.object({
	...fields,
	version: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
});

/** The same for several applicants. */
export const BatchStageForm = v.object({
	...fields,
	/** When its consequences were counted. */
	asOf: v.optional(v.pipe(v.number("Reload the page and try again."), v.safeInteger("Reload the page and try again."))),
	id: v.pipe(
		v.array(Id),
		v.minLength(1, "Choose at least one applicant."),
		v.maxLength(maxSelected, `At most ${maxSelected} applicants at a time.`),
	),
});
