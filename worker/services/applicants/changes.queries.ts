import { and, desc, eq, gt, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { applicants, applicantViews } from "#worker/database/schema/applicants";
import { users } from "#worker/database/schema/auth";
import { modificationEntries } from "#worker/database/schema/records";
import { type Changes, visitGapMs } from "#worker/services/applicants/contract";

/** The most changes that one answer holds. */
const maxChanges = 500;

/** What others changed of an applicant since the user's visit before this one; nothing of whoever never came before. */
export const countChanges = async (
	{ db, organisationId, actor, now }: OrgContext,
	applicantId: string,
): Promise<Changes> => {
	const others = sql`IS NOT ${actor.id}`;
	const [found] = await db.all<Changes>(sql`
		WITH visit AS (SELECT iif(viewed_at < ${now() - visitGapMs}, viewed_at, previously_viewed_at) AS since FROM ${applicantViews}
			WHERE organisation_id = ${organisationId} AND user_id = ${actor.id} AND applicant_id = ${applicantId})
		SELECT since,
			${counted(sql`DISTINCT field FROM modification_entries WHERE organisation_id = ${organisationId}
				AND entity = 'applicant' AND entity_id = ${applicantId} AND created_at > since AND user_id ${others}
				AND field <> 'duplicateFields'`)} AS information,
			${counted(sql`1 FROM applicant_log WHERE organisation_id = ${organisationId}
				AND applicant_id = ${applicantId} AND created_at > since AND actor_id ${others}`)} AS log,
			${counted(sql`1 FROM attachments WHERE organisation_id = ${organisationId}
				AND submission_id = (SELECT submission_id FROM applicants
					WHERE organisation_id = ${organisationId} AND id = ${applicantId}) AND created_at > since
				AND field_id NOT IN (SELECT field FROM modification_entries WHERE organisation_id = ${organisationId}
					AND entity = 'applicant' AND entity_id = ${applicantId} AND created_at > since AND user_id = ${actor.id})`)} AS attachments,
			${counted(sql`1 FROM referees WHERE organisation_id = ${organisationId}
				AND applicant_id = ${applicantId} AND answered_at > since`)} AS referees,
			${counted(sql`1 FROM letters WHERE organisation_id = ${organisationId}
				AND applicant_id = ${applicantId} AND created_at > since AND created_by ${others}`)} AS letter,
			${counted(sql`1 FROM transactions WHERE organisation_id = ${organisationId}
				AND applicant_id = ${applicantId} AND created_at > since`)} AS transactions
		FROM visit WHERE since IS NOT NULL`);
	return found ?? nothingChanged;
};

/** why: a mark needs no exact number; nobody's record is read to its end for one. */
const counted = (rows: SQL): SQL => sql`(SELECT count(*) FROM (SELECT ${rows} LIMIT 100))`;

const nothingChanged: Changes = {
	since: null,
	information: 0,
	log: 0,
	attachments: 0,
	referees: 0,
	letter: 0,
	transactions: 0,
};

/** Changed answers and attributes, newest first. Undefined when there is no such applicant. */
export const readChanges = async (
	{ db, organisationId }: OrgContext,
	applicantId: string,
	{ eventId, since }: { eventId?: string | undefined; since?: number | undefined },
) => {
	const [[applicant], entries] = await db.batch([
		db
			.select({ id: applicants.id })
			.from(applicants)
			.where(and(eq(applicants.organisationId, organisationId), eq(applicants.id, applicantId))),
		db
			.select({
				id: modificationEntries.id,
				field: modificationEntries.field,
				oldValue: modificationEntries.oldValue,
				newValue: modificationEntries.newValue,
				userId: modificationEntries.userId,
				username: modificationEntries.username,
				userName: sql<string | null>`trim(${users.firstName} || ' ' || ${users.lastName})`.as("user_name"),
				eventId: modificationEntries.eventId,
				createdAt: modificationEntries.createdAt,
			})
			.from(modificationEntries)
			.leftJoin(
				users,
				and(eq(users.organisationId, modificationEntries.organisationId), eq(users.id, modificationEntries.userId)),
			)
			.where(
				and(
					eq(modificationEntries.organisationId, organisationId),
					eq(modificationEntries.entity, "applicant"),
					eq(modificationEntries.entityId, applicantId),
					eventId === undefined ? undefined : eq(modificationEntries.eventId, eventId),
					since === undefined ? undefined : gt(modificationEntries.createdAt, since),
				),
			)
			.orderBy(desc(modificationEntries.createdAt), desc(sql`${modificationEntries}.rowid`))
			.limit(maxChanges + 1),
	]);
	return applicant && { entries: entries.slice(0, maxChanges), hasMore: entries.length > maxChanges };
};
