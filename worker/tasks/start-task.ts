import type { OrgContext } from "#worker/context";
import type { Topic } from "#worker/contract/topics";
import { commit, type Write } from "#worker/database/commit";
import { sendJob } from "#worker/tasks/send-job";
import { writeTask } from "#worker/tasks/task.writes";

interface NewTask {
	/** When it is known by something else already. */
	id?: string;
	type: string;
	/** What the job gets; JSON. */
	input: unknown;
	total: number;
	/** Its progress has a page of its own, where the file will be. */
	makesFile?: boolean;
	/** What the task's notices are about, and lead to. */
	applicationTitle: string | null;
	applicationId?: string;
	/** When it is about one applicant. */
	candidateIds?: string[];
	/** Where its notices lead instead, below the organisation. */
	path?: string;
	/** What its progress concerns beside the actor's tasks. */
	topics?: Topic[];
	/** What else begins with it. */
	writes?: readonly Write[];
}

/** Starts long work in the background. @returns the task's id, to ask its progress by. */
export const startTask = async (ctx: OrgContext, { writes = [], ...started }: NewTask): Promise<string> => {
	const { taskId, write, event } = newTask(ctx, started);
	await commit(ctx, { writes: [write, ...writes], event });
	await sendJob(ctx.env, { organisationId: ctx.organisationId, taskId });
	return taskId;
};

/** A task that begins with the commit its row and its event are part of; it is sent on its way after that. */
export const newTask = (
	ctx: OrgContext,
	{ id: known, type, input, total, makesFile, ...about }: Omit<NewTask, "writes">,
) => {
	const taskId = known ?? ctx.newId();
	const { id, name, email } = ctx.actor;
	const task = { id: taskId, type, total, input: { job: input, ...about, actor: { id, name, email } } };
	const payload = { taskId, taskType: type, userId: id, makesFile, ...about, total };
	return { taskId, write: writeTask(ctx, task), event: { type: "task.started" as const, payload } };
};
