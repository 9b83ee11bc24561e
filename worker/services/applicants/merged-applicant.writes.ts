import { and, eq, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import { type InsertValues, insertFrom, randomId } from "#worker/database/insert-from";
import { applicantLog, applicants } from "#worker/database/schema/applicants";
import { modificationEntries } from "#worker/database/schema/records";

export const restoreApplicant = ({ db }: OrgContext, values: InsertValues<typeof applicants>, from: SQL): Write =>
	insertFrom(db, applicants, values, from);

/** Removes an applicant. The same commit moves or removes everything that belongs to them. */
export const deleteApplicant = ({ db, organisationId }: OrgContext, id: string): Write =>
	db.delete(applicants).where(and(eq(applicants.organisationId, organisationId), eq(applicants.id, id)));

/** Rows that move to another applicant. */
export interface Reassignment {
	to: string;
	/** A query of the rows' ids. */
	ids: SQL;
}

export const moveModifications = ({ db, organisationId }: OrgContext, { to, ids }: Reassignment): Write =>
	db
		.update(modificationEntries)
		.set({ entityId: to })
		.where(and(eq(modificationEntries.organisationId, organisationId), sql`${modificationEntries.id} IN ${ids}`));

/** Writes the reverse of an event's changes to the modification log of an applicant. */
export const noteModificationsUndone = (
	{ db, organisationId, actor, now }: OrgContext,
	applicantId: string,
	{ undoneEventId, eventId }: { undoneEventId: string; eventId: string },
): Write =>
	insertFrom(
		db,
		modificationEntries,
		{
			organisationId,
			id: randomId,
			entity: "applicant",
			entityId: applicantId,
			field: sql`field`,
			oldValue: sql`new_value`,
			newValue: sql`old_value`,
			userId: actor.id,
			username: actor.email,
			eventId,
			createdAt: now(),
		},
		sql`FROM modification_entries WHERE organisation_id = ${organisationId} AND entity = 'applicant'
			AND entity_id = ${applicantId} AND event_id = ${undoneEventId}`,
	);

interface LogMove {
	from: string;
	to: string;
}

/**
 * Marks an entry that moved with its first applicant's id. why: a bulk action has the same id in every applicant's log, so
 * both logs may contain it.
 */
export const logMark = (from: string) => `~${from}`;

export const moveLog = ({ db, organisationId }: OrgContext, { from, to }: LogMove): Write =>
	db
		.update(applicantLog)
		.set({ applicantId: to, id: sql`${applicantLog.id} || ${logMark(from)}` })
		.where(and(eq(applicantLog.organisationId, organisationId), eq(applicantLog.applicantId, from)));

export const moveLogBack = ({ db, organisationId }: OrgContext, { from, to }: LogMove): Write => {
	const mark = logMark(from);
	return db
		.update(applicantLog)
		.set({ applicantId: from, id: sql`substr(${applicantLog.id}, 1, length(${applicantLog.id}) - ${mark.length})` })
		.where(
			and(
				eq(applicantLog.organisationId, organisationId),
				eq(applicantLog.applicantId, to),
				sql`substr(${applicantLog.id}, ${-mark.length}) = ${mark}`,
			),
		);
};
