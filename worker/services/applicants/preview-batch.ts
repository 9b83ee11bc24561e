import type { EndpointRequest, EndpointResponse } from "#worker/contract/endpoint";
import { fail, ok, type Result } from "#worker/contract/result";
import type { OrgContext } from "#worker/http/context";
import type * as batch from "#worker/services/applicants/batch.contract";
import { findStep } from "#worker/services/applicants/change.queries";
import { countChosen } from "#worker/services/applicants/selection.queries";

type Endpoint = typeof batch.previewBatch;

/** What moving a selection would do, in numbers; changes nothing. */
export const previewBatch = async (
	ctx: OrgContext,
	{ candidateIds, stageId }: EndpointRequest<Endpoint>["body"],
): Promise<Result<EndpointResponse<Endpoint>>> => {
	// why before it is read: what changes meanwhile counts as changed since.
	const asOf = ctx.now();
	const step = await findStep(ctx, stageId);
	if (!step) return fail("step_not_in_workflow");
	const ids = [...new Set(candidateIds)];
	const { found, alreadyThere, notAllowed } = await countChosen(ctx, ids, step);
	return ok({
		stage: { id: step.id, name: step.name, type: step.type },
		moves: found - alreadyThere - notAllowed,
		alreadyThere,
		notAllowed,
		notFound: ids.length - found,
		// why: a stage change lists the stage's templates, and sends none of them.
		emails: 0,
		asOf,
	});
};
