import { openDatabase } from "#worker/database/database";
import { type Env, readEnv } from "#worker/env";
import { knowApplicants } from "#worker/services/duplicates/backfill-keys";
import { deleteOldRuns } from "#worker/runs/old-runs.writes";
import { deleteOldDownloads } from "#worker/sweep/old-downloads";
import { deleteUnsentMailings } from "#worker/services/emails/old-mailings.writes";
import { deleteOrphans } from "#worker/sweep/orphans";
import { readUndispatched } from "#worker/sweep/sweep.queries";
import {
	deleteEndedInvitations,
	deleteExpiredSessions,
	deleteExpiredTokens,
	deleteIdleImports,
	deleteOldDrafts,
	deleteOldRateLimits,
	takeStuckTasks,
} from "#worker/sweep/sweep.writes";
import { type Clock, systemClock } from "#worker/context";
import { describeDefect } from "#worker/http/create-app";
import { forgetOldKeys } from "#worker/http/idempotency";
import { log } from "#worker/log";

const secondMs = 1_000;
const dayMs = 86_400_000;
/** What the queue has had time to deliver. */
const undispatchedAfterMs = 30 * secondMs;
/** An event that could not be delivered for so long is a defect, not a delay. */
const givenUpAfterMs = 7 * dayMs;
/** A draft that nobody went on with for so long is forgotten. */
const draftsLiveMs = 30 * dayMs;
/** A referee's link that ended so long ago is not even told from one that never was. */
const invitationsLiveMs = 90 * dayMs;
/** A list that nobody imported for so long is forgotten. */
const importsLiveMs = 30 * dayMs;
/** How long the results of a run are shown. */
const runsLiveMs = 90 * dayMs;
/** Mails that were dropped as their move was undone are looked at for so long. */
const droppedLiveMs = 30 * dayMs;
const stuckAfterMs = 120 * secondMs;
const eventsPerMessage = 50;

/** Every minute: sends again what got lost on the way, and deletes what has expired. Safe to run at any time. */
export const sweep = async (
	rawEnv: Env,
	_executionCtx: ExecutionContext,
	{ clock = systemClock }: { clock?: Clock } = {},
): Promise<void> => {
	const env = readEnv(rawEnv);
	// why: the one reader of all organisations at once; where they have several databases, each is swept.
	const db = openDatabase(env.DB);
	const now = clock.now();
	const steps: Record<string, () => PromiseLike<unknown>> = {
		"resend events": () => resendEvents(env, now),
		"requeue tasks": () => requeueTasks(env, now),
		"expired tokens": () => deleteExpiredTokens(db, now),
		"old rate limits": () => deleteOldRateLimits(db, now - dayMs),
		"expired sessions": () => deleteExpiredSessions(db, now - dayMs),
		"old idempotency keys": () => forgetOldKeys(db, now),
		"old downloads": () => deleteOldDownloads(env, now),
		"old form drafts": () => forgetOldDrafts(env, now),
		"mailings that are not sent": () =>
			deleteUnsentMailings(db, { halfBefore: now - dayMs, droppedBefore: now - droppedLiveMs }),
		"imports nobody carried out": () => deleteIdleImports(db, { now, before: now - importsLiveMs }),
		"old runs": () => deleteOldRuns(db, { before: now - runsLiveMs, halfBefore: now - dayMs }),
		"old invitations": () => deleteEndedInvitations(db, now - invitationsLiveMs),
		"known applicants": () => knowApplicants(env),
		"orphaned files": () => deleteOrphans(env, now),
	};
	for (const [step, run] of Object.entries(steps)) {
		try {
			await run();
		} catch (error) {
			// why: the other steps do not depend on it, and the next minute tries it again.
			log("error", { message: "sweep failed", step, error: describeDefect(error) });
		}
	}
};

const resendEvents = async (env: Env, now: number): Promise<void> => {
	const found = await readUndispatched(openDatabase(env.DB), {
		after: now - givenUpAfterMs,
		before: now - undispatchedAfterMs,
	});
	for (const [organisationId, rows] of Map.groupBy(found, (row) => row.organisationId)) {
		const eventIds = rows.map(({ id }) => id);
		while (eventIds.length > 0)
			await env.EVENTS.send({ organisationId, eventIds: eventIds.splice(0, eventsPerMessage) });
	}
};

const forgetOldDrafts = async (env: Env, now: number): Promise<void> => {
	const objectKeys = await deleteOldDrafts(openDatabase(env.DB), now - draftsLiveMs);
	if (objectKeys.length > 0) await env.FILES.delete(objectKeys);
};

const requeueTasks = async (env: Env, now: number): Promise<void> => {
	for (const message of await takeStuckTasks(openDatabase(env.DB), { before: now - stuckAfterMs, now }))
		await env.JOBS.send(message);
};
