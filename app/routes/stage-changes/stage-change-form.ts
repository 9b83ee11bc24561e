import * as v from "valibot";
import { chosenFields, hasChosen, nobodyChosen } from "#app/list/bulk/chosen-rows";
import { idempotencyKey } from "#app/list/idempotency-key";
import { Id } from "#worker/contract/ids";
import { stageChange } from "#worker/services/stage-changes/change.contract";

const fields = {
	...stageChange,
	stageId: v.pipe(v.string("Choose a stage"), v.minLength(1, "Choose a stage"), Id),
	/** The stage whose messages were shown. */
	seen: v.optional(v.string()),
	idempotencyKey,
};

/** The dialog's form: the service's input as a form sends it (§5 Status change). */
export const StageChangeForm = v.object({
	...fields,
	version: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
});

export const BulkStageForm = v.pipe(
	v.object({ ...fields, ...chosenFields }),
	v.forward(
		v.check((form) => hasChosen(form), nobodyChosen),
		["id"],
	),
);
