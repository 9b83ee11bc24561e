import type { Env, JobMessage } from "#worker/env";
import { log } from "#worker/log";

/** Sends a task on its way. Never fails: the task is in the database, and the sweep finds it there and sends it again. */
export const sendJob = async (env: Env, message: JobMessage): Promise<void> => {
	try {
		await env.JOBS.send(message);
	} catch (error) {
		log("error", { message: "job not sent", taskId: message.taskId, error: String(error) });
	}
};
