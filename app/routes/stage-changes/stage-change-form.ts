import * as v from "valibot";
import { chosenFields, hasChosen, nobodyChosen } from "#app/list/bulk/batch-target";
import { Id } from "#worker/contract/ids";
import { Comment } from "#worker/services/stage-changes/comment.contract";

const fields = {
	stageId: v.pipe(v.string("Choose a stage"), v.minLength(1, "Choose a stage"), Id),
	reason: Comment,
	/** The reusable reason that it begins with. */
	reasonId: v.optional(Id),
	locationId: v.optional(Id),
	/** Nobody is written to because of this change: the box is ticked. */
	doNotNotify: v.optional(v.string()),
	/** The stage whose messages were shown. */
	seen: v.optional(v.string()),
	/** Sent again with the same form, it is answered again and not done twice. */
	idempotencyKey: v.optional(v.pipe(v.string(), v.regex(/^[\w-]{8,64}$/, "Reload the page and try again."))),
};

/** The dialog's form: what the service takes, as a form sends it (§5 Status change). */
export const StageChangeForm = v.object({
	...fields,
	version: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
});

/** The same for several applicants. */
export const BatchStageForm = v.pipe(
	v.object({
		...fields,
		...chosenFields,
		/** When its consequences were counted. */
		asOf: v.optional(
			v.pipe(v.number("Reload the page and try again."), v.safeInteger("Reload the page and try again.")),
		),
	}),
	v.forward(
		v.check((form) => hasChosen(form), nobodyChosen),
		["id"],
	),
);
