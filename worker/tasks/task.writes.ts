import { and, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Topic } from "#worker/contract/topics";
import type { Write } from "#worker/database/commit";
import type { Database } from "#worker/database/database";
import { insertFrom } from "#worker/database/insert-from";
import { tasks } from "#worker/database/schema/records";
import type { OpenTask } from "#worker/tasks/job";
import { hasRoomForTask } from "#worker/tasks/turns.writes";

/** What a task's row holds beside the job's own input: who started it, and the subject of its notices. */
export interface TaskInput {
	job: unknown;
	applicationTitle: string | null;
	applicationId?: string | undefined;
	candidateIds?: string[] | undefined;
	path?: string | undefined;
	topics?: Topic[] | undefined;
	/** The structure items whose applicants it may touch; absent for everybody. */
	places?: readonly string[] | undefined;
	actor: { id: string; name: string; email: string };
}

interface NewTask {
	id: string;
	type: string;
	input: TaskInput;
	total: number;
}

type Starter = Pick<OrgContext, "db" | "organisationId" | "now"> & { actor: { id: string } };

export const writeTask = ({ db, organisationId, actor, now }: Starter, task: NewTask): Write =>
	db
		.insert(tasks)
		.values({ organisationId, ...task, status: "STARTED", createdBy: actor.id, createdAt: now(), updatedAt: now() });

/** The same where its user and institution have room for another task; otherwise it writes none. */
export const writeTaskIfRoom = ({ db, organisationId, actor, now }: Starter, task: NewTask): Write =>
	insertFrom(
		db,
		tasks,
		{ organisationId, ...task, status: "STARTED", createdBy: actor.id, createdAt: now(), updatedAt: now() },
		sql`WHERE ${hasRoomForTask(organisationId, actor.id)}`,
	);

/** Checks that the task has begun and not ended. */
export const isStarted = (organisationId: string, taskId: string) =>
	and(eq(tasks.organisationId, organisationId), eq(tasks.id, taskId), eq(tasks.status, "STARTED"));

/** Checks that the task is still where the slice found it. Goes into the statement that does the slice. */
export const taskStandsAt = ({ organisationId }: OrgContext, { id, done }: OpenTask) =>
	sql`EXISTS (SELECT 1 FROM tasks WHERE organisation_id = ${organisationId} AND id = ${id}
		AND status = 'STARTED' AND done = ${done})`;

/** Records a slice, in its own batch; not twice. @param total when it is known better than before @param guard also needed */
export const advanceTask = (
	{ db, organisationId, now }: OrgContext,
	task: OpenTask,
	{
		done,
		total = task.total,
		result,
		guard,
	}: { done: number; total?: number; result: unknown; guard?: SQL | undefined },
): Write =>
	db
		.update(tasks)
		.set({ done, total, result, updatedAt: now() })
		.where(and(isStarted(organisationId, task.id), eq(tasks.done, task.done), guard));

/** Reopens a task that has ended; what it reported of its end is removed. */
export const reopenTask = (
	{ db, organisationId, now }: OrgContext,
	taskId: string,
	from: "FAILED" | "SUCCESS",
): Write =>
	db
		.update(tasks)
		.set({ status: "STARTED", result: sql`nullif(json_remove(${tasks.result}, '$.reason'), '{}')`, updatedAt: now() })
		.where(and(eq(tasks.organisationId, organisationId), eq(tasks.id, taskId), eq(tasks.status, from)));

/**
 * Lets a task wait until then, UTC milliseconds. why `updated_at`: the sweep counts silence from it. @returns false
 * when it waits already, or has ended
 */
export const restTask = async ({ db, organisationId }: OrgContext, taskId: string, until: number): Promise<boolean> => {
	const rested = await db
		.update(tasks)
		.set({ updatedAt: until })
		.where(and(isStarted(organisationId, taskId), lt(tasks.updatedAt, until - sameMomentMs)))
		.returning({ id: tasks.id });
	return rested.length > 0;
};

/** Within this time, two calls that let a task wait until the same moment count as one. */
const sameMomentMs = 2_000;

/** Ends a task that has not ended; as a success only when nothing has been added to it meanwhile. */
export const endTask = (
	{ db, organisationId, now }: OrgContext,
	taskId: string,
	status: "FAILED" | "SUCCESS",
	result?: unknown,
): Write =>
	db
		.update(tasks)
		.set({ status, updatedAt: now(), ...(result === undefined ? {} : { result }) })
		.where(
			and(isStarted(organisationId, taskId), status === "SUCCESS" ? gte(tasks.done, sql`${tasks.total}`) : undefined),
		);

/** Counts the rows that the statement before changed: none in a second delivery. @param result in SQL */
export const countChanged = ({ db, organisationId, now }: OrgContext, taskId: string, result: SQL): Write =>
	db
		.update(tasks)
		.set({ done: sql`${tasks.done} + changes()`, result, updatedAt: now() })
		.where(isStarted(organisationId, taskId));

/** The result of a task, an empty object before there is one: for SQL that changes it. */
export const taskResult = sql`coalesce(${tasks.result}, '{}')`;

/** Sets counts or the result of a task that has not ended; does not count as progress. */
export const setTask = (
	{ db, organisationId }: OrgContext,
	taskId: string,
	set: { done?: SQL; total?: SQL; result?: SQL },
): Write => db.update(tasks).set(set).where(isStarted(organisationId, taskId));

/** Counts everything of a task as done: nothing is left to do. @param result what its result becomes, in SQL */
export const completeTask = ({ db, organisationId, now }: OrgContext, taskId: string, result?: SQL): Write =>
	db
		.update(tasks)
		.set({ done: sql`${tasks.total}`, updatedAt: now(), ...(result && { result }) })
		.where(isStarted(organisationId, taskId));

/** Ends a task as a success before it has done anything: its purpose no longer exists. */
export const dropTask = ({ db, organisationId, now }: OrgContext, taskId: string, result: unknown): Write =>
	db
		.update(tasks)
		.set({ status: "SUCCESS", done: sql`${tasks.total}`, updatedAt: now(), result })
		.where(isStarted(organisationId, taskId));

/** Adds one to the total of a task, if the statement before has changed one row. */
export const addToTask = ({ db, organisationId, now }: OrgContext, taskId: string) =>
	db
		.update(tasks)
		.set({ total: sql`${tasks.total} + 1`, updatedAt: now() })
		.where(and(isStarted(organisationId, taskId), sql`changes() = 1`))
		.returning({ id: tasks.id });

/** Picks tasks that nobody has worked on, and marks them, so that the next sweep does not pick them again. */
export const takeStuckTasks = (db: Database, { before, now }: { before: number; now: number }) =>
	db
		.update(tasks)
		.set({ updatedAt: now })
		// why the literal: SQLite takes the partial index only for the very condition it was made with.
		.where(and(sql`status = 'STARTED'`, lt(tasks.updatedAt, before)))
		.returning({ organisationId: tasks.organisationId, taskId: tasks.id });
