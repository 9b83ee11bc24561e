import type { OrgContext } from "#worker/context";
import { holdsAny } from "#worker/contract/permissions";
import { fail, ok } from "#worker/contract/result";
import { commit } from "#worker/database/commit";
import { recordAudit } from "#worker/events/record-audit";
import { retryTask as endpoint, type Task } from "#worker/services/tasks/contract";
import { findOwnTask } from "#worker/services/tasks/queries";
import type { Job, OpenTask } from "#worker/tasks/job";
import { sendJob } from "#worker/tasks/start-task";
import { findWholeTask } from "#worker/tasks/task.queries";
import { reopenTask } from "#worker/tasks/task.writes";
import { toldResult } from "#worker/tasks/task-file";
import { holdsAtPlaces } from "#worker/tasks/task-scope";

/** Tries the user's failed task, or its failed part, again (§3 Task); what was done is not done again. */
export const retryTask = async (ctx: OrgContext, jobs: readonly Job[], taskId: string) => {
	const found = await findWholeTask(ctx, taskId);
	if (!found) return fail("not_found");
	const { task, status } = found;
	const job = jobOf(jobs, task);
	const retry = job?.retry;
	if (status === "STARTED" || !retry || !isRetriable(jobs, { ...task, status })) return fail("task_not_failed");
	const access = job.readersOf?.(task.input) ?? retry.access;
	const isAllowed =
		holdsAny(ctx.actor.privileges, access) && (job.isDecided || (await holdsAtPlaces(ctx, access, taskId)));
	if (!isAllowed) {
		const { method, path } = endpoint;
		ctx.waitUntil(recordAudit(ctx, { action: `${method} ${path}`, status: "FAILED", subject: "forbidden" }));
		return fail("forbidden");
	}
	const { applicationTitle, applicationId, candidateIds, path, total } = task;
	const about = { applicationTitle, applicationId, candidateIds, path };
	const begun = await commit(ctx, {
		guarded: { write: reopenTask(ctx, taskId, status), expectedChanges: 1 },
		writes: retry.writes?.(ctx, task) ?? [],
		event: { type: "task.started", payload: { taskId, taskType: task.type, userId: ctx.actor.id, ...about, total } },
	});
	if (!begun) return fail("task_not_failed");
	await sendJob(ctx.env, { organisationId: ctx.organisationId, taskId }, ctx.now());
	const now = await findOwnTask(ctx, taskId);
	return now ? ok({ ...now, result: toldResult(now.result) }) : fail("not_found");
};

/** Checks whether anything of a task can be tried again. The caller has started it. */
export const isRetriable = (
	jobs: readonly Job[],
	task: Pick<OpenTask, "type" | "result"> & { status: Task["status"] },
): boolean => {
	const retry = jobOf(jobs, task)?.retry;
	if (!retry || task.status === "STARTED") return false;
	return task.status === "FAILED" || (retry.isWanted?.(task) ?? false);
};

const jobOf = (jobs: readonly Job[], task: { type: string }) => jobs.find(({ type }) => type === task.type);
