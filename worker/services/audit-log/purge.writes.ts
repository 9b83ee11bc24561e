import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import type { Database } from "#worker/database/database";
import { organisations } from "#worker/database/schema/organisations";
import { logPurges } from "#worker/database/schema/records";
import { deleteActivities } from "#worker/events/audit-trail.writes";
import { emptyEvents } from "#worker/events/purged.writes";
import { deleteModifications } from "#worker/services/applicants/applicant-log.writes";

/** Entries of each log that one slice deletes, and events that it empties. */
const sliceSize = 2_000;

/** Returns the institutions whose logs are to be purged, or whose purge is under way and held by no delivery. */
export const findDuePurges = (
	db: Database,
	{ now, startedBefore, limit }: { now: number; startedBefore: number; limit: number },
) =>
	db.all<{ organisationId: string; months: number; isUnderWay: number }>(sql`
		SELECT organisations.id AS organisationId, organisations.log_retention_months AS months,
			purge.organisation_id IS NOT NULL AND purge.finished_at IS NULL AS isUnderWay
		FROM organisations INDEXED BY organisations_by_log_retention
		LEFT JOIN log_purges AS purge ON purge.organisation_id = organisations.id
		WHERE organisations.log_retention_months IS NOT NULL
			AND (purge.started_at IS NULL OR iif(purge.finished_at IS NULL, purge.next_at <= ${now},
				purge.started_at <= ${startedBefore}))
		ORDER BY purge.started_at LIMIT ${limit}`);

/** Begins a purge; nothing where one is under way. */
export const beginPurge = (
	db: Database,
	purge: { organisationId: string; before: number; startedAt: number; nextAt: number },
) =>
	db
		.insert(logPurges)
		.values(purge)
		.onConflictDoUpdate({
			target: logPurges.organisationId,
			set: { ...purge, activities: 0, modifications: 0, events: 0, finishedAt: null },
			setWhere: sql`${logPurges.finishedAt} IS NOT NULL`,
		});

/** Returns after how many months the institution deletes its logs; null for never. */
export const findLogRetention = async (db: Database, organisationId: string): Promise<number | null> => {
	const [found] = await db
		.select({ months: organisations.logRetentionMonths })
		.from(organisations)
		.where(eq(organisations.id, organisationId));
	return found?.months ?? null;
};

const isUnderWay = (organisationId: string) =>
	and(eq(logPurges.organisationId, organisationId), isNull(logPurges.finishedAt));

/** Keeps a purge from being sent again before then. */
export const holdPurge = (db: Database, organisationId: string, nextAt: number) =>
	db.update(logPurges).set({ nextAt }).where(isUnderWay(organisationId));

/**
 * Deletes the next entries of both logs that are older than the purge says, and than `until`, empties as many of the events that they
 * came from, and counts them.
 * @returns the purge afterwards; undefined where none is under way
 */
export const purgeSlice = async (
	db: Database,
	organisationId: string,
	{ until, nextAt, now }: { until: number; nextAt: number; now: number },
) => {
	const isOpen = isUnderWay(organisationId);
	const limit = sql`(SELECT min(before, ${until}) FROM log_purges
		WHERE organisation_id = ${organisationId} AND finished_at IS NULL)`;
	const olderThan = (moment: SQL, log: string) =>
		sql`FROM ${sql.raw(log)} INDEXED BY ${sql.raw(`${log}_by_age`)}
			WHERE organisation_id = ${organisationId} AND created_at < ${moment}`;
	const oldest = (log: string) =>
		sql`rowid IN (SELECT rowid ${olderThan(limit, log)} ORDER BY created_at LIMIT ${sliceSize})`;
	// why the oldest modification: it says from where by its event, which is never older, and a purge may stop before it comes to it.
	const limitOfEvents = sql`coalesce((SELECT created_at ${olderThan(limit, "modification_entries")}
		ORDER BY created_at LIMIT 1), ${limit})`;
	const oldEvents = sql`FROM events INDEXED BY events_by_age
		WHERE organisation_id = ${organisationId} AND emptied_at IS NULL AND occurred_at < ${limitOfEvents}`;
	const [, , , , , , , [purge]] = await db.batch([
		holdPurge(db, organisationId, nextAt),
		deleteActivities(db, oldest("audit_events")),
		// why: changes() speaks of the statement just before it.
		db.update(logPurges).set({ activities: sql`activities + changes()` }).where(isOpen),
		deleteModifications(db, oldest("modification_entries")),
		db.update(logPurges).set({ modifications: sql`modifications + changes()` }).where(isOpen),
		emptyEvents(db, sql`rowid IN (SELECT rowid ${oldEvents} ORDER BY occurred_at LIMIT ${sliceSize})`, now),
		db.update(logPurges).set({ events: sql`events + changes()` }).where(isOpen),
		db
			.select({
				before: logPurges.before,
				activities: logPurges.activities,
				modifications: logPurges.modifications,
				events: logPurges.events,
				isLeft: sql<number>`EXISTS (SELECT 1 ${olderThan(limit, "audit_events")})
					OR EXISTS (SELECT 1 ${olderThan(limit, "modification_entries")}) OR EXISTS (SELECT 1 ${oldEvents})`,
			})
			.from(logPurges)
			.where(isOpen),
	]);
	return purge;
};

/** Ends a purge that is under way. */
export const endPurge = ({ db, organisationId, now }: Pick<OrgContext, "db" | "organisationId" | "now">): Write =>
	db.update(logPurges).set({ finishedAt: now() }).where(isUnderWay(organisationId));
