import type { OrgContext } from "#worker/context";
import { fail, ok } from "#worker/contract/result";
import type { Topic } from "#worker/contract/topics";
import { commit, type EventToCommit, type Write } from "#worker/database/commit";
import { databaseFor } from "#worker/database/database";
import type { Env, JobMessage } from "#worker/env";
import { log } from "#worker/log";
import { writeTask, writeTaskIfRoom } from "#worker/tasks/task.writes";
import { waitForTurn } from "#worker/tasks/turns.writes";

interface NewTask {
	/** The id, when another row has it already. */
	id?: string;
	type: string;
	/** The job's input; JSON. */
	input: unknown;
	total: number;
	/** Whether it makes a file: its progress then has a page of its own. */
	makesFile?: boolean;
	/** The subject of the task's notices, to which they lead. */
	applicationTitle: string | null;
	applicationId?: string;
	candidateIds?: string[];
	/** Where its notices lead instead, below the organisation. */
	path?: string;
	/** Topics that its progress concerns beside the actor's tasks. */
	topics?: Topic[];
	writes?: readonly Write[];
	/** Events of the same change beside its own. */
	further?: readonly EventToCommit[];
}

/**
 * Starts a task in the background. Fails with `too_many_tasks` when its user or institution has as many unfinished ones as
 * they may. @returns its id, by which its progress is read
 */
export const startTask = async (ctx: OrgContext, { writes = [], further = [], ...started }: NewTask) => {
	const { taskId, write, event } = newTask(ctx, started, writeTaskIfRoom);
	if (!(await commit(ctx, { guarded: { write, expectedChanges: 1 }, writes, event, further }))) return tooManyTasks();
	await sendJob(ctx.env, { organisationId: ctx.organisationId, taskId }, ctx.now());
	return ok(taskId);
};

/** When a client may ask again that has too many unfinished tasks. */
const retryAfterSeconds = 30;

export const tooManyTasks = () => fail("too_many_tasks", { details: { retryAfter: retryAfterSeconds } });

/** Returns a task that begins with the commit of its row and its event; put it on the queue after that. */
export const newTask = (
	ctx: OrgContext,
	{ id: known, type, input, total, makesFile, ...about }: Omit<NewTask, "writes" | "further">,
	writeRow = writeTask,
) => {
	const taskId = known ?? ctx.newId();
	const { id, name, email } = ctx.actor;
	const task = {
		id: taskId,
		type,
		total,
		input: { job: input, ...about, ...placesOf(ctx), actor: { id, name, email } },
	};
	const payload = { taskId, taskType: type, userId: id, makesFile, ...about, total };
	return { taskId, write: writeRow(ctx, task), event: { type: "task.started" as const, payload } };
};

/** why the items and not their courses: these are read when it runs, and may be others by then. */
const placesOf = ({ scope: { itemIds } }: OrgContext) => (itemIds === null ? {} : { places: itemIds });

/** Puts a task on the queue at its turn. Never fails: what is not on the queue, the sweep sends again. */
export const sendJob = async (env: Env, message: JobMessage, now: number): Promise<void> => {
	try {
		if (!(await waitForTurn(databaseFor(env, message.organisationId), message, now))) await env.JOBS.send(message);
	} catch (error) {
		log("error", { message: "job not sent", taskId: message.taskId, error: String(error) });
	}
};

type ErrandMessage = JobMessage & { errand: string };

/** Puts an errand on the queue. Never fails: what is not on the queue, the sweep of its feature sends again. */
export const sendErrand = (env: Env, message: ErrandMessage): Promise<void> => sendErrands(env, [message]);

/** The most messages that a queue takes in one call. */
const mostMessages = 100;

/** Puts errands on the queue. Never fails, likewise. */
export const sendErrands = async (env: Env, messages: readonly ErrandMessage[]): Promise<void> => {
	for (let at = 0; at < messages.length; at += mostMessages) {
		const some = messages.slice(at, at + mostMessages);
		try {
			await env.ERRANDS.sendBatch(some.map((body) => ({ body })));
		} catch (error) {
			const [first] = some;
			log("error", {
				message: "errands not sent",
				errand: first?.errand,
				errands: some.length,
				id: first?.taskId,
				error: String(error),
			});
		}
	}
};
