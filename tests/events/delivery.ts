import { createExecutionContext, createMessageBatch, getQueueResult, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import type { Env, EventMessage, JobMessage } from "#worker/env";
import { consumeEvents } from "#worker/events/consumer";
import type { Job } from "#worker/events/job";
import type { Subscriber } from "#worker/events/subscriber";
import type { Clock } from "#worker/http/context";
import { runJobs } from "#worker/services/tasks/run-jobs";

/** Bindings whose queues keep what they are sent. */
export const keepingQueues = () => {
	const sentEvents: EventMessage[] = [];
	const sentJobs: JobMessage[] = [];
	/** Seconds for which each job is kept back. */
	const jobDelays: number[] = [];
	const bindings: Partial<Env> = {
		EVENTS: { send: async (message: EventMessage) => void sentEvents.push(message) } as unknown as Queue<EventMessage>,
		JOBS: {
			send: async (message: JobMessage, { delaySeconds = 0 }: QueueSendOptions = {}) => {
				sentJobs.push(message);
				jobDelays.push(delaySeconds);
			},
		} as unknown as Queue<JobMessage>,
	};
	return { bindings, sentEvents, sentJobs, jobDelays };
};

interface Delivery {
	clock?: Clock;
	bindings?: Partial<Env>;
	/** How often the message was delivered before, and once more. */
	attempts?: number;
}

const message = <T>(body: T, attempts: number) => ({ id: crypto.randomUUID(), timestamp: new Date(), attempts, body });

/** Delivers messages to the consumer of events. @returns which were accepted and which come back. */
export const deliverEvents = async (
	bodies: readonly EventMessage[],
	{ bindings, attempts = 1, clock, subscribers }: Delivery & { subscribers?: readonly Subscriber[] } = {},
) => {
	const batch = createMessageBatch<EventMessage>(
		"matricula-events",
		bodies.map((body) => message(body, attempts)),
	);
	const ctx = createExecutionContext();
	await consumeEvents(batch, { ...env, ...bindings }, ctx, {
		...(clock && { clock }),
		...(subscribers && { subscribers }),
	});
	await waitOnExecutionContext(ctx);
	const { explicitAcks, retryMessages } = await getQueueResult(batch, ctx);
	return { accepted: explicitAcks.length, retried: retryMessages.length };
};

/** Delivers messages to the consumer of jobs. */
export const deliverJobs = async (
	bodies: readonly JobMessage[],
	{ bindings, attempts = 1, clock, jobs }: Delivery & { jobs?: readonly Job[] } = {},
) => {
	const batch = createMessageBatch<JobMessage>(
		"matricula-jobs",
		bodies.map((body) => message(body, attempts)),
	);
	const ctx = createExecutionContext();
	await runJobs(batch, { ...env, ...bindings }, ctx, { ...(clock && { clock }), ...(jobs && { jobs }) });
	await waitOnExecutionContext(ctx);
	const { explicitAcks, retryMessages } = await getQueueResult(batch, ctx);
	return { accepted: explicitAcks.length, retried: retryMessages.length };
};
