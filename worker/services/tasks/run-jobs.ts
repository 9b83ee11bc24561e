import * as v from "valibot";
import { problems } from "#worker/contract/problems";
import { fail } from "#worker/contract/result";
import { commit } from "#worker/database/commit";
import type { Env, JobMessage } from "#worker/env";
import { backgroundContext, backgroundOrgContext, JobMessageBody } from "#worker/events/background";
import type { Job, OpenTask } from "#worker/events/job";
import { jobs as allJobs } from "#worker/events/jobs";
import { findOpenTask } from "#worker/events/task.queries";
import { endTask } from "#worker/events/task.writes";
import { type Clock, type OrgContext, type RequestContext, systemClock } from "#worker/http/context";
import { describeDefect } from "#worker/http/create-app";
import { log } from "#worker/http/log";

/** Deliveries after which a task that keeps throwing is given up; the queue allows one more. */
const maxDeliveries = 5;
/** Tries of one slice that another delivery may be doing at the same time. */
const maxTries = 3;

/** Works off tasks from the queue, slice by slice, to their end. A message delivered twice repeats nothing. */
export const runJobs = async (
	batch: MessageBatch<JobMessage>,
	env: Env,
	executionCtx: ExecutionContext,
	{ clock = systemClock, jobs = allJobs }: { clock?: Clock; jobs?: readonly Job[] } = {},
): Promise<void> => {
	const request = backgroundContext(env, executionCtx, clock);
	for (const message of batch.messages) {
		try {
			const body = v.parse(JobMessageBody, message.body);
			await runTask(request, body, jobs, message.attempts >= maxDeliveries);
			message.ack();
		} catch (error) {
			log("error", { message: "job failed", id: message.id, error: describeDefect(error) });
			message.retry({ delaySeconds: 5 * message.attempts });
		}
	}
};

const runTask = async (
	request: RequestContext,
	{ organisationId, taskId }: JobMessage,
	jobs: readonly Job[],
	isLastDelivery: boolean,
): Promise<void> => {
	const db = request.databaseFor(organisationId);
	let tries = 0;
	let done = -1;
	for (;;) {
		const open = await findOpenTask(db, organisationId, taskId);
		if (!open) return;
		const ctx = backgroundOrgContext(request, organisationId, open.actor);
		if (open.task.done >= open.task.total) return finish(ctx, open.task, "SUCCESS");
		tries = open.task.done === done ? tries + 1 : 1;
		done = open.task.done;
		if (tries > maxTries) throw new Error(`task ${taskId} makes no progress`);
		const outcome = await runSlice(ctx, open.task, jobs, isLastDelivery);
		if (!outcome.ok) return finish(ctx, open.task, "FAILED", outcome.problem.error);
	}
};

const runSlice = async (ctx: OrgContext, task: OpenTask, jobs: readonly Job[], isLastDelivery: boolean) => {
	try {
		const job = jobs.find(({ type }) => type === task.type);
		if (!job) throw new Error(`no job for tasks of type ${task.type}`);
		return await job.runSlice(ctx, task);
	} catch (error) {
		if (!isLastDelivery) throw error;
		log("error", { message: "task given up", taskId: task.id, error: describeDefect(error) });
		return fail("internal");
	}
};

const finish = async (
	ctx: OrgContext,
	task: OpenTask,
	status: "FAILED" | "SUCCESS",
	reason?: string,
): Promise<void> => {
	const result = reason === undefined ? undefined : { ...asObject(task.result), reason };
	await commit(ctx, {
		guarded: { write: endTask(ctx, task.id, status, result), expectedChanges: 1 },
		event: {
			type: "task.finished",
			payload: {
				taskId: task.id,
				taskType: task.type,
				userId: task.createdBy,
				status,
				reason: reason === problems.internal.message ? undefined : reason,
				applicationTitle: task.applicationTitle,
				total: task.total,
			},
		},
	});
};

const asObject = (value: unknown): object => (typeof value === "object" && value !== null ? value : {});
