import { and, eq, isNull, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import type { Database } from "#worker/database/database";
import { logPurges } from "#worker/database/schema/records";
import { deleteActivities } from "#worker/events/audit-trail.writes";
import { deleteModifications } from "#worker/services/applicants/applicant-log.writes";

/** Entries of each log that one slice deletes. */
const sliceSize = 2_000;

/** Returns the institutions whose logs are to be purged, or whose purge is under way. */
export const findDuePurges = (db: Database, { startedBefore, limit }: { startedBefore: number; limit: number }) =>
	db.all<{ organisationId: string; months: number; isUnderWay: number }>(sql`
		SELECT organisations.id AS organisationId, organisations.log_retention_months AS months,
			purge.organisation_id IS NOT NULL AND purge.finished_at IS NULL AS isUnderWay
		FROM organisations INDEXED BY organisations_by_log_retention
		LEFT JOIN log_purges AS purge ON purge.organisation_id = organisations.id
		WHERE organisations.log_retention_months IS NOT NULL
			AND (purge.started_at IS NULL OR purge.finished_at IS NULL OR purge.started_at <= ${startedBefore})
		LIMIT ${limit}`);

/** Begins a purge; nothing where one is under way. */
export const beginPurge = (db: Database, purge: { organisationId: string; before: number; startedAt: number }) =>
	db
		.insert(logPurges)
		.values(purge)
		.onConflictDoUpdate({
			target: logPurges.organisationId,
			set: { before: purge.before, startedAt: purge.startedAt, activities: 0, modifications: 0, finishedAt: null },
			setWhere: sql`${logPurges.finishedAt} IS NOT NULL`,
		});

/**
 * Deletes the next entries of both logs that are older than the purge says, and counts them.
 * @returns the purge afterwards; undefined where none is under way
 */
export const purgeSlice = async (db: Database, organisationId: string) => {
	const isOpen = and(eq(logPurges.organisationId, organisationId), isNull(logPurges.finishedAt));
	const oldest = (log: string) =>
		sql`rowid IN (SELECT rowid FROM ${sql.raw(log)} INDEXED BY ${sql.raw(`${log}_by_age`)}
			WHERE organisation_id = ${organisationId} AND created_at < (SELECT before FROM log_purges
				WHERE organisation_id = ${organisationId} AND finished_at IS NULL)
			ORDER BY created_at LIMIT ${sliceSize})`;
	const [, , , , [purge]] = await db.batch([
		deleteActivities(db, oldest("audit_events")),
		// why: changes() speaks of the statement just before it.
		db.update(logPurges).set({ activities: sql`activities + changes()` }).where(isOpen),
		deleteModifications(db, oldest("modification_entries")),
		db.update(logPurges).set({ modifications: sql`modifications + changes()` }).where(isOpen),
		db
			.select({
				before: logPurges.before,
				activities: logPurges.activities,
				modifications: logPurges.modifications,
				isLeft: sql<number>`EXISTS (SELECT 1 FROM audit_events INDEXED BY audit_events_by_age
						WHERE organisation_id = ${organisationId} AND created_at < ${logPurges.before})
					OR EXISTS (SELECT 1 FROM modification_entries INDEXED BY modification_entries_by_age
						WHERE organisation_id = ${organisationId} AND created_at < ${logPurges.before})`,
			})
			.from(logPurges)
			.where(isOpen),
	]);
	return purge;
};

/** Ends a purge that is under way. */
export const endPurge = ({ db, organisationId, now }: Pick<OrgContext, "db" | "organisationId" | "now">): Write =>
	db
		.update(logPurges)
		.set({ finishedAt: now() })
		.where(and(eq(logPurges.organisationId, organisationId), isNull(logPurges.finishedAt)));
