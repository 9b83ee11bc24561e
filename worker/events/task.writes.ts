import { and, eq, sql } from "drizzle-orm";
import type { Write } from "#worker/database/commit";
import { tasks } from "#worker/database/schema/records";
import type { OpenTask } from "#worker/events/job";
import type { OrgContext } from "#worker/http/context";

/** What a task's row holds beside the job's own input: who started it, and what its notices are about. */
export interface TaskInput {
	job: unknown;
	applicationTitle: string | null;
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

const isStarted = (organisationId: string, taskId: string) =>
	and(eq(tasks.organisationId, organisationId), eq(tasks.id, taskId), eq(tasks.status, "STARTED"));

/** Is the task still where the slice found it? Goes into the statement that does the slice. */
export const taskStandsAt = ({ organisationId }: OrgContext, { id, done }: OpenTask) =>
	sql`EXISTS (SELECT 1 FROM tasks WHERE organisation_id = ${organisationId} AND id = ${id}
		AND status = 'STARTED' AND done = ${done})`;

/** Records a slice. Goes into the batch that does it. */
export const advanceTask = (
	{ db, organisationId, now }: OrgContext,
	task: OpenTask,
	{ done, result }: { done: number; result: unknown },
): Write =>
	db
		.update(tasks)
		.set({ done, result, updatedAt: now() })
		.where(and(isStarted(organisationId, task.id), eq(tasks.done, task.done)));

/** Ends a task that has not ended. */
export const endTask = (
	{ db, organisationId, now }: OrgContext,
	taskId: string,
	status: "FAILED" | "SUCCESS",
	result?: unknown,
): Write =>
	db
		.update(tasks)
		.set({ status, updatedAt: now(), ...(result === undefined ? {} : { result }) })
		.where(isStarted(organisationId, taskId));
