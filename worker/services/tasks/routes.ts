import { fail, ok } from "#worker/contract/result";
import type { App } from "#worker/http/create-app";
import { fileAnswer } from "#worker/http/file-answer";
import { serve } from "#worker/http/serve";
import { getTask, getTaskFile } from "#worker/services/tasks/contract";
import { findOwnTask } from "#worker/services/tasks/queries";
import { readTaskFile } from "#worker/services/tasks/read-task-file";
import { toldResult } from "#worker/services/tasks/task-file";

export const tasksRoutes = (app: App): void => {
	serve(app, getTask, async (ctx, { params }) => {
		const task = await findOwnTask(ctx, params.id);
		return task ? ok({ ...task, result: toldResult(task.result) }) : fail("not_found");
	});
	serve(app, getTaskFile, async (ctx, { params, headers }) => {
		const opened = await readTaskFile(ctx, params.id, headers.range);
		return opened.ok ? ok(fileAnswer(opened.value)) : opened;
	});
};
