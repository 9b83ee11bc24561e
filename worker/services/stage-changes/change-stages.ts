import type { OrgContext } from "#worker/context";
import type { EndpointRequest } from "#worker/contract/endpoint";
import { ok } from "#worker/contract/result";
import { offersPlace } from "#worker/contract/stage-types";
import { changeOne } from "#worker/runs/change-rows";
import { previewRun } from "#worker/runs/preview-run";
import { startRun } from "#worker/runs/start-run";
import { chooseApplicants } from "#worker/services/applicants/applicant-rows.queries";
import type { StageChange } from "#worker/services/applicants/change.contract";
import type { Step } from "#worker/services/applicants/change.queries";
import type { CompiledFilter } from "#worker/services/applicants/filter.queries";
import { countHolders, countNamedHolders, isAt } from "#worker/services/applicants/matching.queries";
import type { previewStageChange as previewing, updateApplicants } from "#worker/services/stage-changes/contract";
import { stageChange, stageChangePreview } from "#worker/services/stage-changes/stage-change.bulk";
import { previewMessages } from "#worker/services/stage-changes/stage-messages";

/** Moves one applicant to another step, with a comment and perhaps a location (§4). */
export const changeStage = (ctx: OrgContext, id: string, { version, ...input }: StageChange) =>
	changeOne(ctx, stageChange, id, {
		...{ version, input, unchanged: "already_at_stage", notAllowed: "step_not_in_workflow" },
		attempted: ({ step, reason, location }) => ({ stage: stageOf(step), reason, location }),
	});

/** Moves a selection to a stage: at once in one commit, or as a task in slices (§4 Applicant stages). */
export const changeStages = async (
	ctx: OrgContext,
	{ candidateIds, matching, expected, asOf, ...input }: EndpointRequest<typeof updateApplicants>["body"],
) => {
	const begun = await startRun(ctx, stageChange, { input, asOf, rows: { candidateIds, matching, expected } });
	if (!begun.ok) return begun;
	const { target, ...started } = begun.value;
	return ok({ name: target.name, stage: stageOf(target.step), ...started });
};

/** Counts what moving a selection would do and previews its messages. Changes nothing. */
export const previewStageChange = async (
	ctx: OrgContext,
	{ stageId, page, size, ...rows }: EndpointRequest<typeof previewing>["body"],
) => {
	const [previewed, chosen] = await Promise.all([
		previewRun(ctx, stageChangePreview, { input: stageId, rows, page, size }),
		chooseApplicants(ctx, rows),
	]);
	if (!previewed.ok) return previewed;
	if (!chosen.ok) return chosen;
	const { preview, target, findFirst } = previewed.value;
	const messages = await previewMessages(ctx, target.step, findFirst);
	const emails = messages.email && messages.fault === null ? preview.willChange : 0;
	const unsubmitted = offersPlace(target.step.type) ? await countUnsubmitted(ctx, chosen.value, target.step) : 0;
	return ok({ ...preview, stage: stageOf(target.step), unsubmitted, emails, messages });
};

const countUnsubmitted = (
	ctx: OrgContext,
	chosen: { ids: readonly string[] } | { filter: CompiledFilter },
	{ workflowId }: Step,
): Promise<number> => {
	const isUnsubmitted = isAt.stageOfType(ctx.organisationId, workflowId, "REGISTRATION");
	return "ids" in chosen
		? countNamedHolders(ctx, chosen.ids, isUnsubmitted)
		: countHolders(ctx, chosen.filter, isUnsubmitted);
};

const stageOf = ({ id, name, type }: Step) => ({ id, name, type });
