import { type Clock, systemClock } from "#worker/context";
import { dayMs } from "#worker/contract/day-ms";
import { type Database, openDatabase } from "#worker/database/database";
import { type Env, readEnv } from "#worker/env";
import { describeDefect } from "#worker/http/create-app";
import { forgetOldKeys } from "#worker/http/idempotency";
import { deleteOldRateLimits } from "#worker/http/rate-limits.writes";
import { log } from "#worker/log";
import { deleteOldRuns } from "#worker/runs/run.writes";
import { deleteOldDownloads } from "#worker/sweep/old-downloads";
import { deleteOrphans } from "#worker/sweep/orphans";
import { readUndispatched } from "#worker/sweep/sweep.queries";
import { takeStuckTasks } from "#worker/tasks/task.writes";
import { findWaiting, takeTurns } from "#worker/tasks/turns.writes";

const secondMs = 1_000;
/** The queue has had time to deliver events that are older. */
const undispatchedAfterMs = 30 * secondMs;
/** An event that could not be delivered for this long is a defect, not a delay. */
const abandonedAfterMs = 7 * dayMs;
/** The results of a run's rows are kept for this long. */
const runsLiveMs = 90 * dayMs;
const stuckAfterMs = 120 * secondMs;
/** The same after a start: nothing that was on the queue of a process that was killed is on the queue of this one. */
const stuckAfterStartMs = 15 * secondMs;
const eventsPerMessage = 50;

export interface SweepContext {
	env: Env;
	/** why one: the sweep is the only reader of all organisations at once; with several databases, each is swept. */
	db: Database;
	/** UTC milliseconds. */
	now: number;
	/** Whether the process has just started. */
	isAfterStart: boolean;
}

/** One thing that is cleaned up every minute. It may run twice, and a failure stops no other. */
export interface Sweep {
	name: string;
	run(ctx: SweepContext): PromiseLike<unknown>;
}

const ownSweeps: readonly Sweep[] = [
	{ name: "resend events", run: (ctx) => resendEvents(ctx) },
	{ name: "requeue tasks", run: (ctx) => requeueTasks(ctx) },
	{ name: "turns of tasks", run: (ctx) => giveLostTurns(ctx) },
	{ name: "old rate limits", run: ({ db, now }) => deleteOldRateLimits(db, now - dayMs) },
	{ name: "old idempotency keys", run: ({ db, now }) => forgetOldKeys(db, now) },
	{ name: "old downloads", run: ({ env, now }) => deleteOldDownloads(env, now) },
	{
		name: "old runs",
		run: ({ db, now }) => deleteOldRuns(db, { before: now - runsLiveMs, halfBefore: now - dayMs }),
	},
	{ name: "orphaned files", run: ({ env, now }) => deleteOrphans(env, now) },
];

/** Runs every minute: sends again what was lost on the way, and deletes what has expired. Safe to run at any time. */
export const sweep = async (
	rawEnv: Env,
	{
		sweeps,
		clock = systemClock,
		isAfterStart = false,
	}: { sweeps: readonly Sweep[]; clock?: Clock; isAfterStart?: boolean },
): Promise<void> => {
	const env = readEnv(rawEnv);
	const ctx = { env, db: openDatabase(env.DB), now: clock.now(), isAfterStart };
	for (const { name, run } of [...ownSweeps, ...sweeps]) {
		try {
			await run(ctx);
		} catch (error) {
			// why: the other sweeps do not depend on it, and the next minute tries it again.
			log("error", { message: "sweep failed", step: name, error: describeDefect(error) });
		}
	}
};

const resendEvents = async ({ env, db, now }: SweepContext): Promise<void> => {
	const found = await readUndispatched(db, { after: now - abandonedAfterMs, before: now - undispatchedAfterMs });
	for (const [organisationId, rows] of Map.groupBy(found, (row) => row.organisationId)) {
		const eventIds = rows.map(({ id }) => id);
		while (eventIds.length > 0)
			await env.EVENTS.send({ organisationId, eventIds: eventIds.splice(0, eventsPerMessage) });
	}
};

const requeueTasks = async ({ env, db, now, isAfterStart }: SweepContext): Promise<void> => {
	const before = now - (isAfterStart ? stuckAfterStartMs : stuckAfterMs);
	for (const message of await takeStuckTasks(db, { before, now })) await env.JOBS.send(message);
};

/** Gives the turns that a crash has lost. */
const giveLostTurns = async ({ env, db, now }: SweepContext): Promise<void> => {
	for (const organisationId of await findWaiting(db))
		for (const message of await takeTurns(db, organisationId, now)) await env.JOBS.send(message);
};
