import type { Env, JobMessage } from "#worker/env";
import { log } from "#worker/log";

/** Puts a task on the queue. Never fails: what is not on the queue, the sweep sends again. */
export const sendJob = async (env: Env, message: JobMessage): Promise<void> => {
	try {
		await env.JOBS.send(message);
	} catch (error) {
		log("error", { message: "job not sent", taskId: message.taskId, error: String(error) });
	}
};
