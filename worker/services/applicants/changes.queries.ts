import { and, count, desc, eq, gt, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { EndpointRequest } from "#worker/contract/endpoint";
import { maskOf } from "#worker/contract/forms/sensitive";
import { applicants, applicantViews } from "#worker/database/schema/applicants";
import { users } from "#worker/database/schema/auth";
import { modificationEntries } from "#worker/database/schema/records";
import type { listChanges, Modification } from "#worker/services/applicants/changes.contract";
import { type Changes, visitGapMs } from "#worker/services/applicants/contract";

/** Counts what other users changed since the user's previous visit to an applicant; nothing on a first visit. */
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
				AND applicant_id = ${applicantId} AND (created_at > since AND created_by ${others}
					OR withdrawn_at > since AND withdrawn_by ${others})`)} AS letter,
			${counted(sql`1 FROM transactions WHERE organisation_id = ${organisationId}
				AND applicant_id = ${applicantId} AND created_at > since`)} AS transactions
		FROM visit WHERE since IS NOT NULL`);
	return found ?? nothingChanged;
};

/** why: a mark needs no exact number, so a record is never read to its end for one. */
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

type Query = EndpointRequest<typeof listChanges>["query"];

/** Reads one page of changed answers and attributes, newest first; undefined when there is no such applicant. */
export const readChanges = async (
	{ db, organisationId }: OrgContext,
	applicantId: string,
	{ eventId, since, page, size }: Query,
) => {
	const wanted = and(
		eq(modificationEntries.organisationId, organisationId),
		eq(modificationEntries.entity, "applicant"),
		eq(modificationEntries.entityId, applicantId),
		eventId === undefined ? undefined : eq(modificationEntries.eventId, eventId),
		since === undefined ? undefined : gt(modificationEntries.createdAt, since),
	);
	const [[applicant], data] = await db.batch([
		db
			.select({ entries: sql<number>`(${db.select({ rows: count() }).from(modificationEntries).where(wanted)})` })
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
				isSensitive: isOfSensitive(sql`modification_entries`).as("is_sensitive"),
				createdAt: modificationEntries.createdAt,
			})
			.from(modificationEntries)
			.leftJoin(
				users,
				and(eq(users.organisationId, modificationEntries.organisationId), eq(users.id, modificationEntries.userId)),
			)
			.where(wanted)
			.orderBy(desc(modificationEntries.createdAt), desc(sql`${modificationEntries}.rowid`))
			.limit(size)
			.offset(page * size),
	]);
	return applicant && { data: data.map(readModification), resultTotal: applicant.entries, page, size };
};

type Entry = Omit<typeof modificationEntries.$inferSelect, "organisationId" | "entity" | "entityId" | "subject"> & {
	userName: string | null;
	/** 1 for a field whose answers are masked. */
	isSensitive?: number;
};

/** Selects 1 for an entry about a sensitive field of an applicant's form, or a repeat of one, otherwise 0. */
export const isOfSensitive = (entry: SQL): SQL<number> => sql<number>`(${entry}.entity = 'applicant' AND EXISTS (
	SELECT 1 FROM applicants AS holder
	CROSS JOIN submissions AS form ON form.organisation_id = ${entry}.organisation_id AND form.id = holder.submission_id
	CROSS JOIN sensitive_fields AS hidden ON hidden.organisation_id = ${entry}.organisation_id
		AND hidden.form_design_id = form.form_design_id
	WHERE holder.organisation_id = ${entry}.organisation_id AND holder.id = ${entry}.entity_id
		AND (hidden.field_id = ${entry}.field OR substr(${entry}.field, 1, length(hidden.field_id) + 2) = hidden.field_id || '__')))`;

/** Returns a modification entry as the API has it: answers as the form holds them, and the author's own name. */
export const readModification = ({
	oldValue,
	newValue,
	userId,
	username,
	userName,
	createdAt,
	isSensitive,
	...rest
}: Entry): Modification => ({
	...rest,
	old: isSensitive === 1 ? maskOf(readAnswer(oldValue)) : readAnswer(oldValue),
	new: isSensitive === 1 ? maskOf(readAnswer(newValue)) : readAnswer(newValue),
	isMasked: isSensitive === 1,
	by: { id: userId, name: userName ?? username },
	at: createdAt,
});

/** why: answers are stored as JSON, a course and a location by name. */
const readAnswer = (kept: string | null): unknown => {
	if (kept === null) return null;
	try {
		return JSON.parse(kept);
	} catch {
		return kept;
	}
};
