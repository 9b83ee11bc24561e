import { createExecutionContext, createMessageBatch, getQueueResult, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { errands as allErrands, jobs as allJobs, subscribers as allSubscribers } from "#worker/background";
import type { Clock } from "#worker/context";
import type { Env, EventMessage, JobMessage } from "#worker/env";
import { consumeEvents } from "#worker/events/consumer";
import type { Wait } from "#worker/events/publish";
import type { Subscriber } from "#worker/events/subscriber";
import type { Errand } from "#worker/tasks/errand";
import type { Job } from "#worker/tasks/job";
import { runJobs } from "#worker/tasks/run-jobs";

/** Returns bindings whose queues keep the messages they are sent. */
export const keepingQueues = () => {
	const sentEvents: EventMessage[] = [];
	const sentJobs: JobMessage[] = [];
	/** The delay of each job in seconds. */
	const jobDelays: number[] = [];
	const jobs = {
		send: async (message: JobMessage, { delaySeconds = 0 }: QueueSendOptions = {}) => {
			sentJobs.push(message);
			jobDelays.push(delaySeconds);
		},
		sendBatch: async (messages: Iterable<MessageSendRequest<JobMessage>>) => {
			for (const { body, delaySeconds = 0 } of messages) {
				sentJobs.push(body);
				jobDelays.push(delaySeconds);
			}
		},
	} as unknown as Queue<JobMessage>;
	const bindings: Partial<Env> = {
		EVENTS: { send: async (message: EventMessage) => void sentEvents.push(message) } as unknown as Queue<EventMessage>,
		JOBS: jobs,
		ERRANDS: jobs,
	};
	return { bindings, sentEvents, sentJobs, jobDelays };
};

interface Delivery {
	clock?: Clock;
	bindings?: Partial<Env>;
	/** The number of this delivery of the message, from 1. */
	attempts?: number;
}

export interface Message<T> {
	id: string;
	timestamp: Date;
	attempts: number;
	body: T;
}

export const message = <T>(body: T, attempts = 1): Message<T> => ({
	id: crypto.randomUUID(),
	timestamp: new Date(),
	attempts,
	body,
});

/**
 * Delivers messages as one batch, and waits for the background work. @returns the numbers of accepted and retried
 * messages
 */
export const deliverBatch = async <T>(
	queue: string,
	messages: Message<T>[],
	consume: (batch: MessageBatch<T>, ctx: ExecutionContext) => Promise<void>,
) => {
	const batch = createMessageBatch<T>(queue, messages);
	const ctx = createExecutionContext();
	await consume(batch, ctx);
	await waitOnExecutionContext(ctx);
	return getQueueResult(batch, ctx);
};

/** Delivers messages to the event consumer. @returns the numbers of accepted and retried messages */
export const deliverEvents = async (
	bodies: readonly EventMessage[],
	{ bindings, attempts, clock, subscribers = allSubscribers }: Delivery & { subscribers?: readonly Subscriber[] } = {},
) => {
	const messages = bodies.map((body) => message(body, attempts));
	const { explicitAcks, retryMessages } = await deliverBatch("matricula-events", messages, (batch, ctx) =>
		consumeEvents(batch, { ...env, ...bindings }, ctx, { subscribers, ...(clock && { clock }) }),
	);
	return { accepted: explicitAcks.length, retried: retryMessages.length };
};

/** Delivers messages to the job consumer. */
export const deliverJobs = async (
	bodies: readonly JobMessage[],
	{
		bindings,
		attempts,
		clock,
		jobs = allJobs,
		errands = allErrands,
		wait,
	}: Delivery & { jobs?: readonly Job[]; errands?: readonly Errand[]; wait?: Wait } = {},
) => {
	const messages = bodies.map((body) => message(body, attempts));
	const { explicitAcks, retryMessages } = await deliverBatch("matricula-jobs", messages, (batch, ctx) =>
		runJobs(batch, { ...env, ...bindings }, ctx, { jobs, errands, ...(clock && { clock }), ...(wait && { wait }) }),
	);
	return { accepted: explicitAcks.length, retried: retryMessages.length };
};
