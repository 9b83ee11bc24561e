import * as v from "valibot";
import { described, flag } from "#worker/contract/described";
import { Id } from "#worker/contract/ids";
import { Comment, ReasonId } from "#worker/services/stage-changes/comment.contract";

/** A change of stage, for one applicant, for many, and in a stored run. why in a file of its own: the dialog checks it in the browser. */
export const stageChange = {
	stageId: described(Id, "The id of the step to move to."),
	reason: described(Comment, "The comment, which the activity log and the email show."),
	locationId: described(v.optional(v.nullable(Id)), "A location to post the applicants to as well."),
	doNotNotify: v.optional(flag("Whether nobody is emailed because of this change.")),
	reasonId: described(ReasonId, "The reusable reason that the comment begins with."),
};
export const StageChangeInput = v.object(stageChange);
export type StageChangeInput = v.InferOutput<typeof StageChangeInput>;
