import { subMonths } from "date-fns";
import { dayMs } from "#worker/contract/day-ms";
import { commit } from "#worker/database/commit";
import { backgroundOrgContext } from "#worker/events/background";
import { gatherEvents } from "#worker/events/publish";
import {
	beginPurge,
	endPurge,
	findDuePurges,
	findLogRetention,
	holdPurge,
	purgeSlice,
} from "#worker/services/audit-log/purge.writes";
import type { Sweep } from "#worker/sweep/sweep";
import type { Errand } from "#worker/tasks/errand";
import { sendErrand } from "#worker/tasks/start-task";

const purgeErrand = "purge-logs";

/** Purges that one sweep sends on their way. */
const purgesEachMinute = 50;

/** How long a delivery has a purge to itself: one that dies is sent again after this. */
const leaseMs = 5 * 60_000;

const monthsBefore = (now: number, months: number): number => subMonths(now, months).getTime();

/** Begins the purge of an institution's logs once a day, and sends again one that was lost. */
export const purgeSweep: Sweep = {
	name: "purge of logs",
	run: async ({ db, env, now }) => {
		for (const { organisationId, months, isUnderWay } of await findDuePurges(db, {
			now,
			startedBefore: now - dayMs,
			limit: purgesEachMinute,
		})) {
			const nextAt = now + leaseMs;
			if (isUnderWay) await db.batch([holdPurge(db, organisationId, nextAt)]);
			else await beginPurge(db, { organisationId, before: monthsBefore(now, months), startedAt: now, nextAt });
			await sendErrand(env, { organisationId, taskId: organisationId, errand: purgeErrand });
		}
	},
};

/**
 * Deletes entries and empties the events that they came from slice by slice, no more than the institution's setting says now; the end
 * of a purge that has found any is an entry of the activity log.
 */
export const purgeLogs: Errand = {
	name: purgeErrand,
	run: async (request, { organisationId }) => {
		const db = request.databaseFor(organisationId);
		const months = await findLogRetention(db, organisationId);
		const now = request.now();
		const until = months === null ? 0 : monthsBefore(now, months);
		const purge = await purgeSlice(db, organisationId, { until, nextAt: now + leaseMs, now });
		if (!purge) return undefined;
		if (purge.isLeft) return 1;
		const { before, activities, modifications, events } = purge;
		if (activities + modifications + events === 0) {
			await endPurge({ ...request, db, organisationId });
			return undefined;
		}
		const nobody = { id: "", name: "", email: "" };
		const { ctx, send } = gatherEvents(backgroundOrgContext(request, organisationId, nobody));
		await commit(
			{ ...ctx, actor: { id: null, name: null } },
			{
				guarded: { write: endPurge(ctx), expectedChanges: 1 },
				event: {
					type: "logs.purged",
					payload: { name: "Activity and modification log", before, activities, modifications, events },
				},
			},
		);
		send();
		return undefined;
	},
};
