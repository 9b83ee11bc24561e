import type { OrgContext } from "#worker/context";
import type { EndpointRequest, EndpointResponse } from "#worker/contract/endpoint";
import { ok, type Result } from "#worker/contract/result";
import { choose, idsAtOnce } from "#worker/runs/choose-rows";
import { startBatch } from "#worker/runs/start-batch";
import type { updateApplicants } from "#worker/services/stage-changes/contract";
import { findMove } from "#worker/services/stage-changes/find-move";
import { moveSelection } from "#worker/services/stage-changes/move-selection";

/** The task that moves a large selection; its job is in `change-stages.job.ts`. */
export const stageChangeTask = "STAGE_CHANGE";

type Body = EndpointRequest<typeof updateApplicants>["body"];

/** Moves a selection to a stage: at once in one commit, or as a task in whole slices (§4 Applicant stages). */
export const changeStages = async (
	ctx: OrgContext,
	{ candidateIds, matching, expected, ...change }: Body,
): Promise<Result<EndpointResponse<typeof updateApplicants>>> => {
	const [move, choice] = await Promise.all([findMove(ctx, change), choose(ctx, { candidateIds, matching, expected })]);
	if (!move.ok) return move;
	if (!choice.ok) return choice;
	const { id, name, type } = move.value.step;
	const stage = { id, name, type };
	const ids = await idsAtOnce(ctx, choice.value);
	if (!ids) {
		const started = await startBatch(ctx, choice.value, {
			...{ kind: "stage", targetId: id, targetName: name, type: stageChangeTask },
			...{ input: change, expected },
		});
		return started.ok ? ok({ stage, moved: 0, taskId: started.value, outcomes: [], move: null }) : started;
	}
	const { rows = [], moved } = await moveSelection(ctx, ids, move.value);
	const count = rows.filter(({ outcome }) => outcome === "moved").length;
	return ok({ stage, moved: count, taskId: null, outcomes: rows, move: moved ?? null });
};
