import { and, eq } from "drizzle-orm";
import type { Database } from "#worker/database/database";
import { tasks } from "#worker/database/schema/records";
import type { OpenTask } from "#worker/events/job";
import type { TaskInput } from "#worker/events/task.writes";
import type { OrgContext } from "#worker/http/context";

/** A task that is not finished, and on whose behalf it runs. */
export const findOpenTask = async (db: Database, organisationId: string, taskId: string) => {
	const [row] = await db
		.select()
		.from(tasks)
		.where(and(eq(tasks.organisationId, organisationId), eq(tasks.id, taskId), eq(tasks.status, "STARTED")));
	if (!row) return undefined;
	const { job, applicationTitle, actor } = row.input as TaskInput;
	const { id, type, total, done, result, createdBy } = row;
	const task: OpenTask = { id, type, total, done, result, createdBy, input: job, applicationTitle };
	return { task, actor };
};

/** How far a task has come since; undefined when it has ended. why: its input may be 400 kB, read once and not again. */
export const findProgress = async (
	{ db, organisationId }: OrgContext,
	task: OpenTask,
): Promise<OpenTask | undefined> => {
	const [progress] = await db
		.select({ done: tasks.done, result: tasks.result })
		.from(tasks)
		.where(and(eq(tasks.organisationId, organisationId), eq(tasks.id, task.id), eq(tasks.status, "STARTED")));
	return progress && { ...task, ...progress };
};
