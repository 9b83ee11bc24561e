import { fail, ok } from "#worker/contract/result";
import type { App } from "#worker/http/create-app";
import { fileAnswer } from "#worker/http/file-answer";
import { serve } from "#worker/http/serve";
import * as contract from "#worker/services/tasks/contract";
import { findOwnTask, pageOfOwnTasks } from "#worker/services/tasks/queries";
import { readTaskFile } from "#worker/services/tasks/read-task-file";
import { isRetriable, retryTask } from "#worker/services/tasks/retry-task";
import type { Job } from "#worker/tasks/job";
import { toldResult } from "#worker/tasks/task-file";

/** @param jobs every kind of long work: says which tasks can be tried again and which make a file */
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
		serve(app, contract.getTaskFile, async (ctx, { params, headers }) => {
			const opened = await readTaskFile(ctx, jobs, params.id, headers.range);
			return opened.ok ? ok(fileAnswer(opened.value)) : opened;
		});
	};
