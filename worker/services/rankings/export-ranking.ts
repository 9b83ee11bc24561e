import type { OrgContext } from "#worker/context";
import { fail, ok } from "#worker/contract/result";
import { findApplicationTitle } from "#worker/services/applications/queries";
import { maxExported } from "#worker/services/exports/contract";
import { exportRankingTask } from "#worker/services/rankings/export.job";
import { findRanking, readBoard } from "#worker/services/rankings/queries";
import { startTask } from "#worker/tasks/start-task";

/** Starts the export of a ranking: the courses that the user sees, and their applicants. */
export const exportRanking = async (ctx: OrgContext, id: string) => {
	const ranking = await findRanking(ctx, id);
	if (!ranking) return fail("not_found");
	const { applicationId } = ranking;
	const [courses, title] = await Promise.all([
		readBoard(ctx, ranking, { stepIds: [] }),
		findApplicationTitle(ctx, applicationId),
	]);
	const total = courses.reduce((sum, { ranked, cannotTell, filled }) => sum + ranked + cannotTell + filled, 0);
	if (total > maxExported) return fail("export_too_large");
	const task = await startTask(ctx, {
		type: exportRankingTask,
		input: { rankingId: id },
		total: Math.max(1, total),
		makesFile: true,
		applicationTitle: title ?? null,
		applicationId,
	});
	return task.ok ? ok({ taskId: task.value }) : task;
};
