import * as v from "valibot";
import { hubFor } from "#durable-objects/notification-hub/stub";
import { type Clock, type RequestContext, systemClock } from "#worker/context";
import { isDuplicate } from "#worker/database/commit";
import type { Env, EventMessage } from "#worker/env";
import { backgroundContext, EventMessageBody } from "#worker/events/background";
import { type DomainEvent, type EventType, eventPayloads } from "#worker/events/catalogue";
import { readEvents } from "#worker/events/receipts.queries";
import { markDispatched, writeReceipt } from "#worker/events/receipts.writes";
import type { Effects, Subscriber } from "#worker/events/subscriber";
import { describeDefect } from "#worker/http/create-app";
import { log } from "#worker/log";
import { sendErrand, sendJob } from "#worker/tasks/start-task";
import { yieldToEventLoop } from "#worker/yield-to-event-loop";

/** Runs the subscribers of events from the queue, once for each event; a message that fails is retried alone. */
export const consumeEvents = async (
	batch: MessageBatch<EventMessage>,
	env: Env,
	executionCtx: ExecutionContext,
	{ subscribers, clock = systemClock }: { subscribers: readonly Subscriber[]; clock?: Clock },
): Promise<void> => {
	const ctx = backgroundContext(env, executionCtx, clock);
	for (const message of batch.messages) {
		try {
			await consume(ctx, v.parse(EventMessageBody, message.body), subscribers);
			message.ack();
		} catch (error) {
			log("error", { message: "events not consumed", id: message.id, error: describeDefect(error) });
			message.retry();
		}
	}
};

const consume = async (
	ctx: RequestContext,
	{ organisationId, eventIds }: EventMessage,
	subscribers: readonly Subscriber[],
): Promise<void> => {
	const db = ctx.databaseFor(organisationId);
	const { rows, receipts } = await readEvents(db, organisationId, eventIds);
	const seen = new Set(receipts.map(({ eventId, subscriber }) => `${eventId} ${subscriber}`));
	const dispatched: string[] = [];
	const faults: unknown[] =
		rows.length < new Set(eventIds).size ? [new Error("some events are not in the database")] : [];
	for (const row of rows) {
		try {
			const event = readEvent(row);
			const due = subscribers.filter((one) => one.handles(event) && !seen.has(`${event.id} ${one.name}`));
			await runAll(ctx, due, event);
			dispatched.push(event.id);
		} catch (fault) {
			faults.push(fault);
		}
		await yieldToEventLoop();
	}
	if (dispatched.length > 0) await markDispatched(db, organisationId, dispatched, ctx.now());
	// why: one bad event or subscriber keeps the message coming back, but holds up none of the others.
	if (faults.length > 0) throw faults[0];
};

const readEvent = (row: { type: string; payload: unknown }): DomainEvent => {
	if (!Object.hasOwn(eventPayloads, row.type)) throw new Error(`unknown event ${row.type}`);
	const payload = v.parse(eventPayloads[row.type as EventType], row.payload);
	return { ...row, payload } as DomainEvent;
};

/** Runs every subscriber, also after one has failed. @throws the first failure. */
const runAll = async (ctx: RequestContext, subscribers: readonly Subscriber[], event: DomainEvent): Promise<void> => {
	const { organisationId } = event;
	const about = { now: ctx.now, newId: ctx.newId, organisationId, db: ctx.databaseFor(organisationId) };
	const reacted = await Promise.allSettled(
		subscribers.map(async (one) => ({ subscriber: one.name, ...(await one.react(about, event)) })),
	);
	const reactions = reacted.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
	const written = await writeReactions(ctx, event, reactions);
	const done = written.flatMap((one) => (one.status === "fulfilled" ? one.value : []));
	for (const { taskIds = [], errands = [], topics = [] } of done) {
		for (const taskId of taskIds) await sendJob(ctx.env, { organisationId, taskId }, ctx.now());
		for (const { errand, id } of errands) await sendErrand(ctx.env, { organisationId, taskId: id, errand });
		if (topics.length > 0) await hubFor(ctx.env.NOTIFICATION_HUB, organisationId).notify(topics);
	}
	const failed = [...reacted, ...written].find((one) => one.status === "rejected");
	if (failed) throw failed.reason;
};

interface Reaction extends Effects {
	subscriber: string;
}

/** Writes reactions in one batch, and one by one when that fails, so that one failure does not stop the others. */
const writeReactions = async (
	ctx: RequestContext,
	event: DomainEvent,
	reactions: readonly Reaction[],
): Promise<PromiseSettledResult<readonly Reaction[]>[]> => {
	if (reactions.length === 0) return [];
	const together = await Promise.allSettled([writeBatch(ctx, event, reactions)]);
	if (reactions.length === 1 || together[0].status === "fulfilled") return together;
	return Promise.allSettled(reactions.map((one) => writeBatch(ctx, event, [one])));
};

/** @returns the reactions that were written: none when another delivery handles the same event at the same time */
const writeBatch = async (
	ctx: RequestContext,
	{ organisationId, id: eventId }: DomainEvent,
	reactions: readonly Reaction[],
): Promise<readonly Reaction[]> => {
	const db = ctx.databaseFor(organisationId);
	const [first, ...others] = reactions.flatMap(({ subscriber, writes }) => [
		writeReceipt(db, { organisationId, eventId, subscriber, handledAt: ctx.now() }),
		...writes,
	]);
	try {
		if (first) await db.batch([first, ...others]);
		return reactions;
	} catch (error) {
		if (reactions.length === 1 && isDuplicate(error, "event_receipts")) return [];
		throw error;
	}
};
