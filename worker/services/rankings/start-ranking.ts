import type { OrgContext } from "#worker/context";
import { fail, ok } from "#worker/contract/result";
import { isBound } from "#worker/database/scope";
import { compileFilter } from "#worker/services/applicants/filter.queries";
import { findApplicationTitle } from "#worker/services/applications/queries";
import { countExported } from "#worker/services/exports/queries";
import { findScheme } from "#worker/services/rankings/queries";
import { rankTask } from "#worker/services/rankings/rank.job";
import { insertRanking } from "#worker/services/rankings/writes";
import { startTask } from "#worker/tasks/start-task";

/** Ranks the applicants by a scheme as it is now, in the background. */
export const startRanking = async (ctx: OrgContext, schemeId: string) => {
	const scheme = await findScheme(ctx, schemeId);
	if (!scheme) return fail("not_found");
	if (isBound(ctx)) return fail("whole_institution_needed");
	const { applicationId, stage, parts, shares, catchmentStates, eldsStates } = scheme;
	const title = await findApplicationTitle(ctx, applicationId);
	if (title === undefined) return fail("application_unavailable");
	const scope = await compileFilter(ctx, { applicationId, courseIds: scheme.quotas.map(({ courseId }) => courseId) });
	if (!scope.ok) return scope;
	const applicants = await countExported(ctx, { scope: scope.value });
	const [id, taskId] = [ctx.newId(), ctx.newId()];
	const ranking = {
		id,
		taskId,
		organisationId: ctx.organisationId,
		schemeId,
		schemeVersion: scheme.updatedAt,
		applicationId,
		stage,
		parts,
		catchmentStates,
		eldsStates,
		createdBy: ctx.actor.id,
		createdAt: ctx.now(),
	};
	const courses = scheme.quotas.map(({ courseId, seats, shares: own }) => ({ courseId, seats, shares: own ?? shares }));
	const started = await startTask(ctx, {
		id: taskId,
		type: rankTask,
		input: { rankingId: id },
		// why twice: each is scored, and then given a place.
		total: 2 * applicants + courses.length,
		applicationTitle: title,
		applicationId,
		path: `rankings/${schemeId}`,
		writes: insertRanking(ctx, ranking, courses),
	});
	return started.ok ? ok({ id, taskId }) : started;
};
