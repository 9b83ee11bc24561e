import { sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import { exportChoices } from "#worker/database/schema/exports";
import type { OpenTask } from "#worker/tasks/job";
import { advanceTask } from "#worker/tasks/task.writes";

/**
 * Records how far the search for subjects is. why the condition: a delivery that was overtaken must not set it back.
 * @param before the `seq` at which the slice began
 */
export const writeSearch = (
	ctx: OrgContext,
	task: OpenTask,
	{ before, state }: { before: number | undefined; state: unknown },
): Write =>
	advanceTask(ctx, task, {
		done: task.done,
		result: state,
		guard: sql`result ->> '$.search.last' IS ${before ?? null} AND result -> '$.files' IS NULL`,
	});

export const writeExportChoice = (
	{ db, organisationId, actor, now }: OrgContext,
	{ applicationId, columns, format }: Pick<typeof exportChoices.$inferInsert, "applicationId" | "columns" | "format">,
): Write => {
	const chosen = { columns, format, updatedAt: now() };
	return db
		.insert(exportChoices)
		.values({ organisationId, userId: actor.id, applicationId, ...chosen })
		.onConflictDoUpdate({
			target: [exportChoices.organisationId, exportChoices.userId, exportChoices.applicationId],
			set: chosen,
		});
};
