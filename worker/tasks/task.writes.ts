import { and, eq, gte, lt, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Topic } from "#worker/contract/topics";
import type { Write } from "#worker/database/commit";
import { tasks } from "#worker/database/schema/records";
import type { OpenTask } from "#worker/tasks/job";

/** What a task's row holds beside the job's own input: who started it, and what its notices are about. */
export interface TaskInput {
	job: unknown;
	applicationTitle: string | null;
	applicationId?: string | undefined;
	candidateIds?: string[] | undefined;
	path?: string | undefined;
	topics?: Topic[] | undefined;
	actor: { id: string; name: string; email: string };
}

interface NewTask {
	id: string;
	type: string;
	input: TaskInput;
	total: number;
}

/** Where a task is put down, and by whom. */
type Starter = Pick<OrgContext, "db" | "organisationId" | "now"> & { actor: { id: string } };

export const writeTask = ({ db, organisationId, actor, now }: Starter, task: NewTask): Write =>
	db
		.insert(tasks)
		.values({ organisationId, ...task, status: "STARTED", createdBy: actor.id, createdAt: now(), updatedAt: now() });

/** Has the task begun, and not ended? */
export const isStarted = (organisationId: string, taskId: string) =>
	and(eq(tasks.organisationId, organisationId), eq(tasks.id, taskId), eq(tasks.status, "STARTED"));

/** Is the task still where the slice found it? Goes into the statement that does the slice. */
export const taskStandsAt = ({ organisationId }: OrgContext, { id, done }: OpenTask) =>
	sql`EXISTS (SELECT 1 FROM tasks WHERE organisation_id = ${organisationId} AND id = ${id}
		AND status = 'STARTED' AND done = ${done})`;

/** Records a slice. Goes into the batch that does it. @param total when it is known better than before. */
export const advanceTask = (
	{ db, organisationId, now }: OrgContext,
	task: OpenTask,
	{ done, total = task.total, result }: { done: number; total?: number; result: unknown },
): Write =>
	db
		.update(tasks)
		.set({ done, total, result, updatedAt: now() })
		.where(and(isStarted(organisationId, task.id), eq(tasks.done, task.done)));

/** A task that has ended goes on; what it said of its end is taken back. */
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
 * Lets a task wait until then, unless it does already: nobody looks for it before. why `updated_at`: what stands there
 * is when the sweep counts its silence from.
 * @returns whether it was this one who let it wait, and has to send it on its way again.
 */
export const restTask = async ({ db, organisationId }: OrgContext, taskId: string, until: number): Promise<boolean> => {
	const rested = await db
		.update(tasks)
		.set({ updatedAt: until })
		.where(and(isStarted(organisationId, taskId), lt(tasks.updatedAt, until - sameMomentMs)))
		.returning({ id: tasks.id });
	return rested.length > 0;
};

/** Two who let it wait for the same thing come to the same moment but for this. */
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
