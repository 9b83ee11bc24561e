import * as v from "valibot";
import { type Clock, type RequestContext, systemClock } from "#worker/context";
import type { Env, JobMessage } from "#worker/env";
import {
	type BackgroundContext,
	backgroundContext,
	backgroundOrgContext,
	JobMessageBody,
} from "#worker/events/background";
import { gatherEvents, type Wait } from "#worker/events/publish";
import { describeDefect } from "#worker/http/create-app";
import { log } from "#worker/log";
import type { Errand } from "#worker/tasks/errand";
import type { Job, OpenTask, RunSlice } from "#worker/tasks/job";
import { failTask, runSlices } from "#worker/tasks/run-task";
import { findOpenTask } from "#worker/tasks/task.queries";
import { scopeOfTask } from "#worker/tasks/task-scope";
import { takeTurns } from "#worker/tasks/turns.writes";

/** Deliveries after which a task that keeps throwing is failed; the queue allows one more. */
const maxDeliveries = 5;
/** The longest delay that a queue allows. */
const longestDelaySeconds = 43_200;

interface Work {
	jobs: readonly Job[];
	errands: readonly Errand[];
}

/** Runs tasks and errands from the queue. A second delivery repeats nothing; an exception in the fifth one fails the task. */
export const runJobs = async (
	batch: MessageBatch<JobMessage>,
	env: Env,
	executionCtx: ExecutionContext,
	{ jobs, errands, clock = systemClock, wait }: Work & { clock?: Clock; wait?: Wait },
): Promise<void> => {
	const request = backgroundContext(env, executionCtx, clock);
	const run = async (message: Message<JobMessage>) => {
		try {
			const body = v.parse(JobMessageBody, message.body);
			if (body.errand !== undefined) await runErrand(request, body, errands);
			else await runTask(request, body, { jobs, wait, isLastDelivery: message.attempts >= maxDeliveries });
			message.ack();
		} catch (error) {
			log("error", { message: "job failed", id: message.id, error: describeDefect(error) });
			message.retry({ delaySeconds: 5 * message.attempts });
		}
	};
	// why side by side: errands wait for others most of the time. Tasks come one in a batch.
	await Promise.all(batch.messages.map(run));
};

const runErrand = async (request: RequestContext, message: JobMessage, errands: readonly Errand[]): Promise<void> => {
	const errand = errands.find(({ name }) => name === message.errand);
	if (!errand) throw new Error(`no errand is named ${message.errand}`);
	const againInSeconds = await errand.run(request, { organisationId: message.organisationId, id: message.taskId });
	if (againInSeconds === undefined) return;
	await request.env.ERRANDS.send(message, { delaySeconds: Math.min(againInSeconds, longestDelaySeconds) });
};

const runTask = async (
	request: BackgroundContext,
	{ organisationId, taskId }: JobMessage,
	{ jobs, wait, isLastDelivery }: { jobs: readonly Job[]; wait: Wait | undefined; isLastDelivery: boolean },
): Promise<void> => {
	const open = await findOpenTask(request.databaseFor(organisationId), organisationId, taskId);
	if (!open) return;
	const places = jobOf(open.task.type, jobs)?.isDecided ? undefined : open.places;
	const scope = await scopeOfTask({ db: request.databaseFor(organisationId), organisationId }, places);
	const { ctx, send } = gatherEvents(backgroundOrgContext(request, organisationId, open.actor, scope), wait);
	const slices = prepareSlices(open.task, jobs);
	try {
		const state = await runSlices(ctx, open.task, slices.run, {
			...jobOf(open.task.type, jobs),
			restBefore: (ms) => request.restBefore(organisationId, ms),
		});
		if (state === "goes on") await request.env.JOBS.send({ organisationId, taskId });
		else if (state !== "ended") {
			const delaySeconds = Math.min(state.againInSeconds, longestDelaySeconds);
			await request.env.JOBS.send({ organisationId, taskId }, { delaySeconds });
		}
	} catch (error) {
		if (!isLastDelivery) throw error;
		log("error", { message: "task given up", taskId, error: describeDefect(error) });
		await failTask(ctx, open.task, jobOf(open.task.type, jobs));
	} finally {
		await slices.close();
		send();
	}
	await giveTurns(request, organisationId);
};

/** Puts tasks on the queue for which a turn has become free. */
export const giveTurns = async (
	{ env, now, databaseFor }: Pick<RequestContext, "env" | "now" | "databaseFor">,
	organisationId: string,
): Promise<void> => {
	for (const message of await takeTurns(databaseFor(organisationId), organisationId, now()))
		await env.JOBS.send(message);
};

/** Returns a runner of the task's slices. why not prepared at once: the input itself may be invalid. */
const prepareSlices = (task: OpenTask, jobs: readonly Job[]): { run: RunSlice; close: () => Promise<void> } => {
	let runSlice: RunSlice | undefined;
	return {
		run: async (...slice) => {
			runSlice ??= findJob(task.type, jobs).prepare(task.input);
			return runSlice(...slice);
		},
		close: async () => {
			try {
				await runSlice?.close?.();
			} catch (error) {
				// why: the slices are done, and must not be done again because closing failed.
				log("error", { message: "job not closed", taskId: task.id, error: describeDefect(error) });
			}
		},
	};
};

const findJob = (type: string, jobs: readonly Job[]): Job => {
	const job = jobOf(type, jobs);
	if (!job) throw new Error(`no job for tasks of type ${type}`);
	return job;
};

const jobOf = (type: string, jobs: readonly Job[]): Job | undefined => jobs.find((one) => one.type === type);

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
			if (job.success && job.output.errand === undefined) await endTask(request, job.output, jobs);
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
	await giveTurns(request, organisationId);
};
