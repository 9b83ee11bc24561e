import type { OrgContext } from "#worker/context";
import type { ApplicantFilter } from "#worker/contract/applicant-filter";
import { fail, ok } from "#worker/contract/result";
import { selectSizes } from "#worker/services/applicants/counts.queries";
import { compileFilter } from "#worker/services/applicants/filter.queries";
import { planFor } from "#worker/services/applicants/list.queries";
import { cheaperPlan } from "#worker/services/applicants/list-plan";
import {
	findPlace,
	readNeighbours,
	readPosition,
	readRankedNeighbours,
	selectUndecidedSteps,
} from "#worker/services/applicants/neighbours.queries";
import { isRanked } from "#worker/services/applicants/ranked.queries";
import { applicationExists } from "#worker/services/applications/queries";

/**
 * Finds the applicants before and after this one in a list, and the position from 1. An applicant who has left the
 * list (moved to another stage) still has neighbours, but no position.
 */
export const findNeighbours = async (ctx: OrgContext, applicantId: string, filters: ApplicantFilter) => {
	const [place, undecided] = await Promise.all([
		findPlace(ctx, applicantId),
		selectUndecidedSteps(ctx, { applicantId, applicationId: filters.applicationId }),
	]);
	if (!place) return fail("not_found");
	const { applicationId = place.applicationId } = filters;
	if (applicationId !== place.applicationId && !(await applicationExists(ctx, applicationId))) return fail("not_found");
	const resolved = await compileFilter(ctx, { ...filters, applicationId });
	if (!resolved.ok) {
		const { problem } = resolved;
		return problem.code === "application_unavailable" ? fail("not_found") : { ok: false as const, problem };
	}
	const scope = resolved.value;
	if (scope.isEmpty) return ok({ previousId: null, nextId: null, nextUndecidedId: null, position: null, total: 0 });
	if (isRanked(scope))
		return ok(await readRankedNeighbours(ctx, { scope, seq: place.seq, plan: await planFor(ctx, scope), undecided }));
	const [sizes] = await selectSizes(ctx, scope);
	const plan = sizes ? cheaperPlan({ ...sizes, reach: 1 }) : "walk";
	const neighbours = await readNeighbours(ctx, { scope, seq: place.seq, plan, undecided });
	const isListed =
		place.applicationId === scope.applicationId && (scope.stepIds === null || scope.stepIds.includes(place.stepId));
	const isCounted = scope.match === null && scope.courseIds === null;
	return ok({
		...neighbours,
		position: isCounted && isListed ? await readPosition(ctx, scope, place.seq) : null,
		total: scope.match === null ? (sizes?.matched ?? 0) : null,
	});
};
