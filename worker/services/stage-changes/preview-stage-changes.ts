import type { OrgContext } from "#worker/context";
import type { EndpointRequest, EndpointResponse } from "#worker/contract/endpoint";
import { fail, ok, type Result } from "#worker/contract/result";
import { type Choice, choose, countOf, pageOfChoice } from "#worker/runs/choose-rows";
import { rowOf } from "#worker/runs/preview-rows";
import { findStep, type Step } from "#worker/services/applicants/change.queries";
import { countHolders, isAt } from "#worker/services/applicants/matching.queries";
import { countChosen, findFirstMover, readChosen, workflowOf } from "#worker/services/applicants/selection.queries";
import type * as batch from "#worker/services/stage-changes/contract";
import { decideMove } from "#worker/services/stage-changes/decide-move";
import { previewMessages } from "#worker/services/stage-changes/preview-messages";

type Endpoint = typeof batch.previewBatch;

/** Of the first of a list, somebody moves to whom its mail can be shown. */
const lookedAt = 100;

/** What moving a selection would do, in numbers and row by row, and whom it would write what; changes nothing. */
export const previewBatch = async (
	ctx: OrgContext,
	{ stageId, page, size, ...asked }: EndpointRequest<Endpoint>["body"],
): Promise<Result<EndpointResponse<Endpoint>>> => {
	// why before it is read: what changes meanwhile counts as changed since.
	const asOf = ctx.now();
	const [step, choice] = await Promise.all([findStep(ctx, stageId), choose(ctx, asked)]);
	if (!step) return fail("step_not_in_workflow");
	if (!choice.ok) return choice;
	const findShown = async () =>
		findFirstMover(ctx, await pageOfChoice(ctx, choice.value, { page: 0, size: lookedAt }), step);
	const [counts, messages, rows] = await Promise.all([
		countDecisions(ctx, choice.value, step),
		previewMessages(ctx, step, findShown),
		listRows(ctx, choice.value, step, { page, size }),
	]);
	return ok({
		stage: { id: step.id, name: step.name, type: step.type },
		...counts,
		emails: messages.email && messages.fault === null ? counts.moves : 0,
		messages,
		...{ rows, total: countOf(choice.value), asOf },
	});
};

const countDecisions = async (ctx: OrgContext, choice: Choice, step: Step) => {
	if ("ids" in choice) {
		const { found, alreadyThere, notAllowed } = await countChosen(ctx, choice.ids, step);
		return { moves: found - alreadyThere - notAllowed, alreadyThere, notAllowed, notFound: choice.ids.length - found };
	}
	const { scope, count } = choice;
	const [alreadyThere, workflowId] = await Promise.all([
		countHolders(ctx, scope, isAt.stage(step.id)),
		workflowOf(ctx, scope.applicationId),
	]);
	const others = count - alreadyThere;
	const isAllowed = workflowId === step.workflowId;
	return { moves: isAllowed ? others : 0, alreadyThere, notAllowed: isAllowed ? 0 : others, notFound: 0 };
};

const listRows = async (
	ctx: OrgContext,
	choice: Choice,
	step: Step,
	{ page, size }: { page: number; size: number },
) => {
	const ids = size === 0 ? [] : await pageOfChoice(ctx, choice, { page, size });
	const chosen = await readChosen(ctx, ids);
	return ids.map((id) => rowOf(id, chosen.get(id), decideMove(chosen.get(id), step)));
};
