import * as v from "valibot";
import { type Clock, type RequestContext, systemClock } from "#worker/context";
import type { Env, JobMessage } from "#worker/env";
import { backgroundContext, backgroundOrgContext, JobMessageBody } from "#worker/events/background";
import { describeDefect } from "#worker/http/create-app";
import { log } from "#worker/log";
import type { Job } from "#worker/tasks/job";
import { failTask } from "#worker/tasks/run-task";
import { findOpenTask } from "#worker/tasks/task.queries";

/** Fails the tasks whose messages were delivered in vain, so that users can retry them; events need none. */
export const endDeadLetters = async (
	batch: MessageBatch<unknown>,
	env: Env,
	executionCtx: ExecutionContext,
	{ jobs, clock = systemClock }: { jobs: readonly Job[]; clock?: Clock },
): Promise<void> => {
	const request = backgroundContext(env, executionCtx, clock);
	for (const message of batch.messages) {
		log("error", { message: "dead letter", id: message.id, body: JSON.stringify(message.body).slice(0, 500) });
		try {
			const job = v.safeParse(JobMessageBody, message.body);
			if (job.success) await endTask(request, job.output, jobs);
			message.ack();
		} catch (error) {
			log("error", { message: "dead letter not ended", id: message.id, error: describeDefect(error) });
			message.retry({ delaySeconds: 60 });
		}
	}
};

const endTask = async (
	request: RequestContext,
	{ organisationId, taskId }: JobMessage,
	jobs: readonly Job[],
): Promise<void> => {
	const open = await findOpenTask(request.databaseFor(organisationId), organisationId, taskId);
	if (!open) return;
	const job = jobs.find(({ type }) => type === open.task.type);
	await failTask(backgroundOrgContext(request, organisationId, open.actor), open.task, job);
};
