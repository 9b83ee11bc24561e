import { commit } from "#worker/database/commit";
import { sendJob } from "#worker/events/send-job";
import { writeTask } from "#worker/events/task.writes";
import type { OrgContext } from "#worker/http/context";

interface NewTask {
	type: string;
	/** What the job gets; JSON. */
	input: unknown;
	total: number;
	/** Its progress has a page of its own, where the file will be. */
	makesFile?: boolean;
	/** What the task's notices are about. */
	applicationTitle: string | null;
}

/** Starts long work in the background. @returns the task's id, to ask its progress by. */
export const startTask = async (
	ctx: OrgContext,
	{ type, input, total, applicationTitle, makesFile }: NewTask,
): Promise<string> => {
	const taskId = ctx.newId();
	const { id, name, email } = ctx.actor;
	const task = { id: taskId, type, total, input: { job: input, applicationTitle, actor: { id, name, email } } };
	await commit(ctx, {
		writes: [writeTask(ctx, task)],
		event: {
			type: "task.started",
			payload: { taskId, taskType: type, userId: id, makesFile, applicationTitle, total },
		},
	});
	await sendJob(ctx.env, { organisationId: ctx.organisationId, taskId });
	return taskId;
};
