import * as v from "valibot";
import { fail, type Result } from "#worker/contract/result";
import type { OrgContext } from "#worker/http/context";
import { type OpenFile, openStoredFile } from "#worker/http/file-answer";
import { TaskFile } from "#worker/services/tasks/contract";
import { findOwnTask } from "#worker/services/tasks/queries";

/** Opens the file that a task has made, for whoever started it (§3 Task). */
export const readTaskFile = async (
	ctx: OrgContext,
	taskId: string,
	rangeHeader: string | undefined,
): Promise<Result<OpenFile>> => {
	const task = await findOwnTask(ctx, taskId);
	const file = v.safeParse(TaskFile, task?.result);
	if (task?.status !== "SUCCESS" || !file.success) return fail("not_found");
	return openStoredFile(ctx.env, file.output, rangeHeader);
};
