import type { InferOutput } from "valibot";
import { fail, type Result } from "#worker/contract/result";
import type { OrgContext } from "#worker/http/context";
import { answerChange } from "#worker/services/applicants/answer-change";
import { decideMove, isStale } from "#worker/services/applicants/applicant";
import type { StageChange } from "#worker/services/applicants/change.contract";
import { findCurrent, findLocation, findStep } from "#worker/services/applicants/change.queries";
import type { Applicant } from "#worker/services/applicants/contract";
import { moveApplicants } from "#worker/services/applicants/move-applicants";

/**
 * Moves one applicant to another step of their application's workflow, with a comment and perhaps a location (§4).
 * A version that is not the current one, or a colleague who is faster, is answered 409 with both versions.
 */
export const changeStage = async (
	ctx: OrgContext,
	applicantId: string,
	{ stageId, reason, locationId, version }: InferOutput<typeof StageChange>,
): Promise<Result<Applicant>> => {
	const [current, step, location] = await Promise.all([
		findCurrent(ctx, applicantId),
		findStep(ctx, stageId),
		locationId ? findLocation(ctx, locationId) : null,
	]);
	if (!current) return fail("not_found");
	if (!step) return fail("step_not_in_workflow");
	if (location === undefined) return fail("location_unknown");
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
		applicationId: row.applicationId,
		applicationTitle,
	};
	const isMoved = await moveApplicants(ctx, [mover], { step, reason, location });
	return answerChange(ctx, applicantId, isMoved, attempted);
};
