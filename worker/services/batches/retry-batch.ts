import * as v from "valibot";
import type { OrgContext } from "#worker/context";
import type { EndpointResponse } from "#worker/contract/endpoint";
import { fail, ok, type Result } from "#worker/contract/result";
import { findBatch, idsWithOutcome } from "#worker/runs/batch.queries";
import { changeDetails } from "#worker/services/assignments/change-assignments";
import type { retryBatch as endpoint } from "#worker/services/batches/contract";
import { changeStages } from "#worker/services/stage-changes/change-stages";

const StageInput = v.object({
	stageId: v.string(),
	reason: v.string(),
	reasonId: v.nullish(v.string()),
	locationId: v.nullish(v.string()),
	doNotNotify: v.optional(v.boolean()),
});
const CourseInput = v.object({ courseId: v.string() });
const PostingInput = v.object({ locationId: v.string() });

/** More than any institution's colleagues change while one batch runs. */
const most = 10_000;

/** Does a batch again for those whom somebody changed meanwhile: what was done is not done again (§4 Applicant stages). */
export const retryBatch = async (ctx: OrgContext, id: string): Promise<Result<EndpointResponse<typeof endpoint>>> => {
	const batch = await findBatch(ctx, id);
	if (!batch || (batch.undoneAt !== null && batch.kind === "stage"))
		return fail(batch ? "task_not_failed" : "not_found");
	const candidateIds = await idsWithOutcome(ctx, id, { outcome: "changed_meanwhile", size: most });
	if (candidateIds.length === 0) return fail("task_not_failed");
	switch (batch.kind) {
		case "stage": {
			const moved = await changeStages(ctx, { ...v.parse(StageInput, batch.input), candidateIds });
			return moved.ok ? ok({ changed: moved.value.moved, taskId: moved.value.taskId }) : moved;
		}
		case "course":
		case "location": {
			const target = v.parse(batch.kind === "course" ? CourseInput : PostingInput, batch.input);
			const given = await changeDetails(ctx, { ...target, candidateIds });
			return given.ok ? ok({ changed: given.value.changed, taskId: given.value.taskId }) : given;
		}
		default:
			return fail("not_found");
	}
};
