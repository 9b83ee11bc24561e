import { fail, ok } from "#worker/contract/result";
import type { App } from "#worker/http/create-app";
import { serve } from "#worker/http/serve";
import { getTask } from "#worker/services/tasks/contract";
import { findOwnTask } from "#worker/services/tasks/queries";

export const tasksRoutes = (app: App): void => {
	serve(app, getTask, async (ctx, { params }) => {
		const task = await findOwnTask(ctx, params.id);
		return task ? ok(task) : fail("not_found");
	});
};
