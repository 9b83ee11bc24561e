import type { OrgContext } from "#worker/context";
import type { EndpointRequest } from "#worker/contract/endpoint";
import { fail, ok } from "#worker/contract/result";
import { describeHindrances } from "#worker/contract/stage-rules";
import { changeOne } from "#worker/runs/change-rows";
import { previewRun } from "#worker/runs/preview-run";
import { startRun } from "#worker/runs/start-run";
import { chooseApplicants } from "#worker/services/applicants/applicant-rows.queries";
import type { StageChange } from "#worker/services/applicants/change.contract";
import type { Step } from "#worker/services/applicants/change.queries";
import { fromChosen } from "#worker/services/applicants/matching.queries";
import type { previewStageChange as previewing, updateApplicants } from "#worker/services/stage-changes/contract";
import { hindrancesOf } from "#worker/services/stage-changes/decide-move";
import { countHindrances, isMovedTo } from "#worker/services/stage-changes/kept.queries";
import { countDoubtful } from "#worker/services/stage-changes/queries";
import { type AboutMove, stageChange, stageChangePreview } from "#worker/services/stage-changes/stage-change.bulk";
import { previewMessages } from "#worker/services/stage-changes/stage-messages";

/** Moves one applicant to another step, with a comment and perhaps a location (§4). */
export const changeStage = (ctx: OrgContext, id: string, { version, ...input }: StageChange) =>
	changeOne(ctx, stageChange, id, {
		version,
		input,
		unchanged: "already_at_stage",
		notAllowed: "step_not_in_workflow",
		hindered: (applicant, target) => {
			if (applicant.workflowId !== target.step.workflowId) return undefined;
			const message = describeHindrances(hindrancesOf(applicant, target));
			return fail("stage_not_allowed", { message, fields: { stageId: [message] } });
		},
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

/** Counts what moving a selection would do and previews its messages. Changes nothing. @param about of a release's move */
export const previewStageChange = async (
	ctx: OrgContext,
	{ stageId, page, size, ...rows }: EndpointRequest<typeof previewing>["body"],
	about: AboutMove = { isApproved: false },
) => {
	const [previewed, chosen] = await Promise.all([
		previewRun(ctx, stageChangePreview, { input: { stageId, ...about }, rows, page, size }),
		chooseApplicants(ctx, rows),
	]);
	if (!previewed.ok) return previewed;
	if (!chosen.ok) return chosen;
	const { preview, target, findFirst } = previewed.value;
	const movers = {
		findFirst,
		select: () => fromChosen(ctx, chosen.value, isMovedTo(ctx, target, about.since)),
		count: () => preview.willChange,
	};
	const [messages, hindrances] = await Promise.all([
		previewMessages(ctx, target.step, movers),
		countHindrances(ctx, chosen.value, target),
	]);
	const emails = messages.email && messages.fault === null ? preview.willChange : 0;
	return ok({
		...preview,
		stage: stageOf(target.step),
		emails,
		hindrances,
		messages,
		...(await countDoubtful(ctx, chosen.value, target.step, messages.letter !== null)),
	});
};

const stageOf = ({ id, name, type }: Step) => ({ id, name, type });
