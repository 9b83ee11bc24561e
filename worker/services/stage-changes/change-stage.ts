import type { InferOutput } from "valibot";
import type { OrgContext } from "#worker/context";
import type { EndpointResponse } from "#worker/contract/endpoint";
import { fail, ok, type Result } from "#worker/contract/result";
import { fullName } from "#worker/contract/text/full-name";
import type { StageChange, updateApplicant } from "#worker/services/applicants/change.contract";
import { answerChange, findCurrent, isStale } from "#worker/services/applicants/change.queries";
import { decideMove } from "#worker/services/stage-changes/decide-move";
import { findMove } from "#worker/services/stage-changes/find-move";
import { moveApplicants } from "#worker/services/stage-changes/move-applicants";

/**
 * Moves one applicant to another step of their application's workflow, with a comment and perhaps a location (§4).
 * A version that is not the current one, or a colleague who is faster, is answered 409 with both versions.
 */
export const changeStage = async (
	ctx: OrgContext,
	applicantId: string,
	{ version, ...change }: InferOutput<typeof StageChange>,
): Promise<Result<EndpointResponse<typeof updateApplicant>>> => {
	const [current, found] = await Promise.all([findCurrent(ctx, applicantId), findMove(ctx, change)]);
	if (!current) return fail("not_found");
	if (!found.ok) return found;
	const move = found.value;
	const { step, reason, location } = move;
	const { row, workflowId, applicationTitle } = current;
	const attempted = { stage: { id: step.id, name: step.name, type: step.type }, reason, location };
	if (isStale(row, version)) return answerChange(ctx, applicantId, false, attempted);
	const decision = decideMove({ stepId: row.stageId, workflowId }, step);
	if (decision === "already_there") return fail("already_at_stage");
	if (decision !== "moves") return fail("step_not_in_workflow");
	const mover = {
		id: applicantId,
		stepId: row.stageId,
		version: row.version,
		locationId: row.location?.id ?? null,
		stageChangedAt: row.stageChangedAt,
		applicationId: row.applicationId,
		applicationTitle,
	};
	const rows = [{ id: applicantId, name: fullName(row), outcome: "moved" as const }];
	const moved = await moveApplicants(ctx, [mover], move, { rows });
	const answer = await answerChange(ctx, applicantId, moved !== undefined, attempted);
	return answer.ok ? ok({ ...answer.value, move: moved }) : answer;
};
