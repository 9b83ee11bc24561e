import * as v from "valibot";
import type { OrgContext } from "#worker/context";
import { holdsAny } from "#worker/contract/permissions";
import { fail, ok } from "#worker/contract/result";
import { recordAudit } from "#worker/events/record-audit";
import type { App } from "#worker/http/create-app";
import { storedFileResponse } from "#worker/http/file-response";
import { serve } from "#worker/http/serve";
import * as contract from "#worker/services/tasks/contract";
import { findOwnTask, pageOfOwnTasks } from "#worker/services/tasks/queries";
import { isRetriable, retryTask } from "#worker/services/tasks/retry-task";
import type { Job } from "#worker/tasks/job";
import { findWholeTask } from "#worker/tasks/task.queries";
import { KeptFile, toldResult } from "#worker/tasks/task-file";
import { holdsAtPlaces } from "#worker/tasks/task-scope";

export const tasksRoutes =
	(jobs: readonly Job[]) =>
	(app: App): void => {
		serve(app, contract.listTasks, async (ctx, { query }) => {
			const types = query.makesFile && jobs.flatMap(({ type, readers }) => (readers ? type : []));
			const { rows, total } = await pageOfOwnTasks(ctx, { ...query, types });
			const data = rows.map((task) => ({
				...task,
				result: toldResult(task.result),
				complete: task.status !== "STARTED",
				mayRetry: isRetriable(jobs, task),
			}));
			return ok({ data, resultTotal: total, page: query.page, size: query.size });
		});
		serve(app, contract.retryTask, (ctx, { params }) => retryTask(ctx, jobs, params.id));
		serve(app, contract.getTask, async (ctx, { params }) => {
			const task = await findOwnTask(ctx, params.id);
			return task
				? ok({ ...task, result: toldResult(task.result), mayRetry: isRetriable(jobs, task) })
				: fail("not_found");
		});
		serve(app, contract.getTaskFile, (ctx, { params, headers }) => readTaskFile(ctx, jobs, params.id, headers.range));
	};

/** Opens the file that a task made, for the user who started it and still may see its content (§3 Task, §6). */
const readTaskFile = async (ctx: OrgContext, jobs: readonly Job[], taskId: string, rangeHeader: string | undefined) => {
	const task = await findOwnTask(ctx, taskId);
	const file = v.safeParse(KeptFile, task?.result);
	if (task?.status !== "SUCCESS" || !file.success) return fail("not_found");
	const job = jobs.find(({ type }) => type === task.type);
	const readers = job?.readersOf?.((await findWholeTask(ctx, taskId))?.task.input) ?? job?.readers;
	if (readers && !(holdsAny(ctx.actor.privileges, readers) && (await holdsAtPlaces(ctx, readers, taskId)))) {
		const { method, path } = contract.getTaskFile;
		ctx.waitUntil(recordAudit(ctx, { action: `${method} ${path}`, status: "FAILED", subject: "forbidden" }));
		return fail("forbidden");
	}
	return storedFileResponse(ctx.env, file.output, rangeHeader);
};
