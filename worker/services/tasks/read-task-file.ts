import * as v from "valibot";
import type { OrgContext } from "#worker/context";
import { holdsAny } from "#worker/contract/permissions";
import { fail } from "#worker/contract/result";
import { recordAudit } from "#worker/events/record-audit";
import { openStoredFile } from "#worker/http/file-answer";
import { getTaskFile } from "#worker/services/tasks/contract";
import { findOwnTask } from "#worker/services/tasks/queries";
import type { Job } from "#worker/tasks/job";
import { KeptFile } from "#worker/tasks/task-file";

/** Opens the file that a task made, for the user who started it and still may see its content (§3 Task, §6). */
export const readTaskFile = async (
	ctx: OrgContext,
	jobs: readonly Job[],
	taskId: string,
	rangeHeader: string | undefined,
) => {
	const task = await findOwnTask(ctx, taskId);
	const file = v.safeParse(KeptFile, task?.result);
	if (task?.status !== "SUCCESS" || !file.success) return fail("not_found");
	const readers = jobs.find(({ type }) => type === task.type)?.readers;
	if (readers && !holdsAny(ctx.actor.privileges, readers)) {
		const { method, path } = getTaskFile;
		ctx.waitUntil(recordAudit(ctx, { action: `${method} ${path}`, status: "FAILED", subject: "forbidden" }));
		return fail("forbidden");
	}
	return openStoredFile(ctx.env, file.output, rangeHeader);
};
