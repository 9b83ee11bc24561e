import type { EndpointRequest, EndpointResponse } from "#worker/contract/endpoint";
import { fail, ok, type Result } from "#worker/contract/result";
import { startTask } from "#worker/events/start-task";
import type { OrgContext } from "#worker/http/context";
import type { updateApplicants } from "#worker/services/applicants/batch.contract";
import { findLocation, findStep } from "#worker/services/applicants/change.queries";
import type { Move } from "#worker/services/applicants/move-applicants";
import { moveSelection } from "#worker/services/applicants/move-selection";
import { findTitleOfChosen } from "#worker/services/applicants/selection.queries";

/** A larger selection becomes a task. */
const largestImmediateBatch = 500;

/** The task that moves a large selection; its job is in `change-stages.job.ts`. */
export const stageChangeTask = "STAGE_CHANGE";

type Body = EndpointRequest<typeof updateApplicants>["body"];

/** Moves a selection to a stage: at once in one commit, or as a task in whole slices (§4 Applicant stages). */
export const changeStages = async (
	ctx: OrgContext,
	body: Body,
): Promise<Result<EndpointResponse<typeof updateApplicants>>> => {
	const move = await findMove(ctx, body);
	if (!move.ok) return move;
	const { id, name, type } = move.value.step;
	const stage = { id, name, type };
	const ids = [...new Set(body.candidateIds)];
	if (ids.length > largestImmediateBatch) {
		const taskId = await startTask(ctx, {
			type: stageChangeTask,
			input: { ...body, candidateIds: ids },
			total: ids.length,
			applicationTitle: await findTitleOfChosen(ctx, ids),
		});
		return ok({ stage, moved: 0, taskId, outcomes: [] });
	}
	const outcomes = (await moveSelection(ctx, ids, move.value)) ?? [];
	const moved = outcomes.filter(({ outcome }) => outcome === "moved").length;
	return ok({ stage, moved, taskId: null, outcomes });
};

/** The step and the location that a change names, looked up. */
export const findMove = async (
	ctx: OrgContext,
	{ stageId, reason, locationId, asOf }: Pick<Body, "stageId" | "reason" | "locationId" | "asOf">,
): Promise<Result<Move>> => {
	const [step, location] = await Promise.all([
		findStep(ctx, stageId),
		locationId ? findLocation(ctx, locationId) : null,
	]);
	if (!step) return fail("step_not_in_workflow");
	return location === undefined ? fail("location_unknown") : ok({ step, reason, location, asOf });
};
