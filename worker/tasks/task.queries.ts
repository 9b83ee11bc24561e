import { and, eq, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Database } from "#worker/database/database";
import { tasks } from "#worker/database/schema/records";
import type { OpenTask } from "#worker/tasks/job";
import type { TaskInput } from "#worker/tasks/task.writes";

/** Finds a task that has not ended, and the user on whose behalf it runs. */
export const findOpenTask = async (db: Database, organisationId: string, taskId: string) => {
	const [row] = await db
		.select()
		.from(tasks)
		.where(and(eq(tasks.organisationId, organisationId), eq(tasks.id, taskId), eq(tasks.status, "STARTED")));
	return row && readTask(row);
};

const readTask = ({ id, type, total, done, result, createdBy, input }: typeof tasks.$inferSelect) => {
	const { job, actor, places, ...about } = input as TaskInput;
	const task: OpenTask = { id, type, total, done, result, createdBy, input: job, ...about };
	return { task, actor, places };
};

/** Finds a task of the actor's own, ended or not, with its input. */
export const findWholeTask = async ({ db, organisationId, actor }: OrgContext, taskId: string) => {
	const [row] = await db
		.select()
		.from(tasks)
		.where(and(eq(tasks.organisationId, organisationId), eq(tasks.id, taskId), eq(tasks.createdBy, actor.id)));
	return row && { ...readTask(row), status: row.status };
};

/** Reads the structure items whose applicants a task may touch; undefined for everybody. why apart: only users of some places ask. */
export const findPlacesOfTask = async (
	{ db, organisationId }: OrgContext,
	taskId: string,
): Promise<readonly string[] | undefined> => {
	const [row] = await db
		.select({ places: sql<string | null>`${tasks.input} ->> '$.places'` })
		.from(tasks)
		.where(and(eq(tasks.organisationId, organisationId), eq(tasks.id, taskId)));
	return row?.places ? JSON.parse(row.places) : undefined;
};

/** Reads a task's progress; undefined when it has ended. why: its input may be 400 kB, read once and not again. */
export const findProgress = async (
	{ db, organisationId }: OrgContext,
	task: OpenTask,
): Promise<OpenTask | undefined> => {
	const [progress] = await db
		.select({ done: tasks.done, total: tasks.total, result: tasks.result })
		.from(tasks)
		.where(and(eq(tasks.organisationId, organisationId), eq(tasks.id, task.id), eq(tasks.status, "STARTED")));
	return progress && { ...task, ...progress };
};
