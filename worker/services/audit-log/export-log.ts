import type { OrgContext } from "#worker/context";
import { fail, ok } from "#worker/contract/result";
import { areReversed } from "#worker/contract/text/reversed-days";
import type { ActivityFilter, ModificationFilter } from "#worker/services/audit-log/contract";
import { walkActivities, walkModifications } from "#worker/services/audit-log/queries";
import { countOf, type Period, periodOf, readFloor, type Walk } from "#worker/services/audit-log/walk.queries";
import { startTask } from "#worker/tasks/start-task";

export const exportTasks = { activities: "EXPORT_AUDIT_LOG", modifications: "EXPORT_MODIFICATION_LOG" } as const;

/** The most entries of a file. */
const maxExported = 200_000;

export const exportActivityLog = async (ctx: OrgContext, filter: ActivityFilter) => {
	const period = await periodOf(ctx, filter);
	return start(ctx, { type: exportTasks.activities, filter, period, walk: walkActivities(ctx, filter, period) });
};

export const exportModificationLog = async (ctx: OrgContext, filter: ModificationFilter) => {
	const period = await periodOf(ctx, filter);
	return start(ctx, { type: exportTasks.modifications, filter, period, walk: walkModifications(ctx, filter, period) });
};

interface Export {
	type: string;
	filter: ActivityFilter | ModificationFilter;
	period: Period;
	walk: Walk;
}

/** Starts an export; its jobs are in `export.jobs.ts`. */
const start = async (ctx: OrgContext, { type, filter, period, walk }: Export) => {
	if (areReversed(filter.from, filter.to) || period.before < period.since)
		return fail("dates_reversed", { fields: { to: ["The end must not be before the beginning."] } });
	const [found, floor] = await Promise.all([countOf(ctx, walk, maxExported + 1), readFloor(ctx, walk)]);
	// why with a floor: the job reads on where this count stops.
	if (found === 0 && floor === undefined) return fail("log_empty");
	if (found > maxExported) return fail("export_too_large");
	const input = { filter, period };
	const task = await startTask(ctx, {
		type,
		input,
		total: Math.max(found, 1),
		makesFile: true,
		applicationTitle: null,
	});
	return task.ok ? ok({ taskId: task.value }) : task;
};
