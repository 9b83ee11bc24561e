import { and, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { erasedName, type RemovedKind, removedKinds } from "#worker/contract/erasure";
import type { Write } from "#worker/database/commit";
import type { Database } from "#worker/database/database";
import { insertFrom } from "#worker/database/insert-from";
import { erasedApplicants, erasing } from "#worker/database/schema/privacy";
import { eraseActivities } from "#worker/events/erased.writes";
import { eraseRunSubjects } from "#worker/runs/run.writes";
import {
	eraseApplicants,
	eraseMergeLines,
	eraseModifications,
} from "#worker/services/applicants/erased-applicant.writes";
import { eraseIdentity } from "#worker/services/duplicates/erased.writes";
import { eraseEmails, eraseMailings } from "#worker/services/emails/erased-emails.writes";
import { eraseForms } from "#worker/services/forms/erased-form.writes";
import { eraseLetters } from "#worker/services/letters/writes";
import { eraseReferenceNotices } from "#worker/services/notifications/writes";
import { forgetRanked } from "#worker/services/rankings/writes";
import { eraseReferees } from "#worker/services/referees/erased-referees.writes";
import { eraseReminderSends } from "#worker/services/reminders/writes";
import { erasePayers } from "#worker/services/transactions/erased-payer.writes";
import { eraseCandidates } from "#worker/services/uploaded-candidates/erased-candidate.writes";

/** The applicant of the row, and everybody who was merged into them. */
const part = sql`(WITH RECURSIVE part(id) AS (SELECT applicant.id UNION SELECT merges.source_id FROM part
	CROSS JOIN merges ON merges.organisation_id = applicant.organisation_id AND merges.target_id = part.id
		AND merges.undone_at IS NULL) SELECT id FROM part)`;

const forms = sql`(SELECT form.id FROM submissions AS form INDEXED BY submissions_by_applicant
	WHERE form.organisation_id = applicant.organisation_id AND form.applicant_id IN ${part})`;

/** Files of the store, each once. why only those in folders of their own: nothing else can name these. */
const files = sql`(SELECT json_group_array(named.object_key) FROM (
	SELECT applicant.photo_key AS object_key
	UNION SELECT one.object_key FROM attachments AS one
		WHERE one.organisation_id = applicant.organisation_id AND one.submission_id IN ${forms}
	UNION SELECT waiting.value ->> 'objectKey' FROM form_drafts AS draft CROSS JOIN json_each(draft.files) AS waiting
		WHERE draft.organisation_id = applicant.organisation_id AND draft.submission_id IN ${forms}
	UNION SELECT one.object_key FROM letters AS one
		WHERE one.organisation_id = applicant.organisation_id AND one.applicant_id IN ${part}
	UNION SELECT side.value ->> 'photo_key' FROM merges AS one CROSS JOIN json_each(one.archive, '$.rows') AS side
		WHERE one.organisation_id = applicant.organisation_id AND one.target_id IN ${part}
	) AS named WHERE EXISTS (SELECT 1 FROM (SELECT id FROM ${part} UNION SELECT id FROM ${forms}) AS owner
		WHERE instr(named.object_key, '/' || owner.id || '/') > 0))`;

/** The uploaded candidates that they were expected as, those who were removed since included. */
const candidates = sql`(SELECT id FROM group_candidates INDEXED BY group_candidates_applied
		WHERE organisation_id = applicant.organisation_id AND applicant_id IS NOT NULL AND applicant_id IN ${part}
	UNION SELECT candidate_id FROM removed_candidates
		WHERE organisation_id = applicant.organisation_id AND applicant_id IN ${part})`;

const countOf = (table: string, condition: SQL): SQL => sql`(SELECT count(*) FROM ${sql.identifier(table)} AS one
	WHERE one.organisation_id = applicant.organisation_id AND ${condition})`;
const own = sql`one.applicant_id IN ${part}`;

const counts: Record<RemovedKind, SQL> = {
	answers: countOf("submissions", own),
	documents: countOf("attachments", sql`one.submission_id IN ${forms}`),
	logEntries: countOf("applicant_log", own),
	changes: sql`${countOf("modification_entries", sql`one.entity = 'applicant' AND one.entity_id IN ${part}`)}
		+ ${countOf("modification_entries", sql`one.entity = 'uploaded_candidate' AND one.entity_id IN ${candidates}`)}`,
	emails: countOf("emails", own),
	letters: countOf("letters", own),
	referees: countOf("referees", own),
	identityKeys: countOf("identity_keys", sql`one.scope = applicant.application_id AND one.owner_id IN ${part}`),
	payments: countOf("transactions", own),
	mergedRecords: countOf(
		"merges",
		sql`one.id IN (
			SELECT id FROM merges INDEXED BY merges_by_target
				WHERE organisation_id = applicant.organisation_id AND target_id IN ${part}
			UNION SELECT id FROM merges INDEXED BY merges_by_source
				WHERE organisation_id = applicant.organisation_id AND source_id IN ${part})`,
	),
	files: sql`json_array_length(${files})`,
};

const removed = sql`json_object(${sql.join(
	Object.keys(removedKinds).map((kind) => sql`${sql.raw(`'${kind}'`)}, ${counts[kind as RemovedKind]}`),
	sql`, `,
)})`;

interface Erasure {
	reason: string;
	runId: string;
	onlyIf: SQL | undefined;
}

/** Keeps what the accounts need of applicants who are as they were read, and what is about to be removed. */
export const writeErased = (
	{ db, organisationId, actor, now }: OrgContext,
	seen: readonly { id: string; version: number }[],
	{ reason, runId, onlyIf = sql`true` }: Erasure,
): Write =>
	insertFrom(
		db,
		erasedApplicants,
		{
			organisationId,
			id: sql`applicant.id`,
			applicationNumber: sql`applicant.application_number`,
			applicationId: sql`applicant.application_id`,
			courseId: sql`applicant.course_id`,
			stepId: sql`applicant.step_id`,
			registeredAt: sql`applicant.registered_at`,
			submittedAt: sql`applicant.submitted_at`,
			removed,
			files,
			reason,
			runId,
			erasedBy: actor.id,
			erasedByName: actor.name,
			erasedAt: now(),
		},
		sql`FROM json_each(${JSON.stringify(seen.map(({ id, version }) => ({ id, version })))}) AS seen
			CROSS JOIN applicants AS applicant ON applicant.organisation_id = ${organisationId}
				AND applicant.id = seen.value ->> 'id' AND applicant.version = seen.value ->> 'version'
			WHERE ${onlyIf}`,
	);

/**
 * Names in `erasing` what is erased. why in the commit: what is written meanwhile is found too.
 * @param ids with those of everybody who was merged into them
 */
const nameErasing = ({ db, organisationId }: OrgContext, ids: readonly string[]): Write[] => {
	const name = (id: SQL, from: SQL) => insertFrom(db, erasing, { organisationId, id }, from).onConflictDoNothing();
	/** Names rows that belong to what is named by now. */
	const nameOf = (id: SQL, table: SQL, condition: SQL) =>
		name(
			sql`one.${id}`,
			sql`FROM erasing AS named CROSS JOIN ${table} ON one.organisation_id = ${organisationId} AND ${condition}
				WHERE named.organisation_id = ${organisationId}`,
		);
	// why the merges: who was merged into another is somebody's too, unless they were erased before.
	const isSomebodys = sql`(EXISTS (SELECT 1 FROM applicants
			WHERE organisation_id = ${organisationId} AND id = recipient.applicant_id)
		OR EXISTS (SELECT 1 FROM merges WHERE organisation_id = ${organisationId}
			AND source_id = recipient.applicant_id AND undone_at IS NULL AND source_name <> ${erasedName}))`;
	const isToNobodyElse = sql`one.status <> 'gathering' AND NOT EXISTS (SELECT 1 FROM emails AS recipient
		WHERE recipient.organisation_id = ${organisationId} AND recipient.mailing_id = one.id
			AND recipient.applicant_id NOT IN (SELECT id FROM erasing WHERE organisation_id = ${organisationId})
			AND ${isSomebodys})`;
	return [
		name(sql`value`, sql`FROM json_each(${JSON.stringify(ids)}) WHERE true`),
		nameOf(sql`id`, sql`group_candidates AS one`, sql`one.applicant_id = named.id`),
		nameOf(sql`candidate_id`, sql`removed_candidates AS one`, sql`one.applicant_id = named.id`),
		nameOf(
			sql`id`,
			sql`emails AS email INDEXED BY emails_by_applicant ON email.organisation_id = ${organisationId}
				AND email.applicant_id = named.id CROSS JOIN mailings AS one`,
			sql`one.id = email.mailing_id AND ${isToNobodyElse}`,
		),
		nameOf(
			sql`event_id`,
			sql`modification_entries AS one`,
			sql`one.entity = 'uploaded_candidate' AND one.entity_id = named.id AND one.event_id IS NOT NULL`,
		),
		nameOf(
			sql`event_id`,
			sql`applicant_log AS one`,
			sql`one.applicant_id = named.id AND one.type IN ('MERGE', 'MERGE_UNDONE') AND one.event_id IS NOT NULL`,
		),
		// why the id: it is that of the event too.
		nameOf(sql`id`, sql`merges AS one`, sql`one.target_id = named.id`),
		nameOf(sql`id`, sql`merges AS one`, sql`one.source_id = named.id`),
		nameOf(
			sql`id`,
			sql`events AS one INDEXED BY events_of_mailings`,
			// why the plus: an index of an expression is not searched for a value with the affinity of a column.
			sql`one.type = 'applicants.emailed' AND one.payload ->> '$.mailingId' = +named.id`,
		),
	];
};

/**
 * Removes everything personal of applicants, each table by the writes of its own feature, after `writeErased`.
 * @param ids with those of everybody who was merged into them @param searchTexts of their payments, without the payers
 */
export const writeErasure = (
	ctx: OrgContext,
	ids: readonly string[],
	searchTexts: Parameters<typeof erasePayers>[2],
): Write[] => {
	const { db, organisationId } = ctx;
	const ofLog = sql`(SELECT event_id FROM applicant_log WHERE organisation_id = ${organisationId}
		AND applicant_id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND event_id IS NOT NULL)`;
	const named = sql`(SELECT id FROM erasing WHERE organisation_id = ${organisationId})`;
	/** The other applicants of merges that were undone, and the applicants that those have been merged into since. */
	const merged = sql`(WITH RECURSIVE other(id) AS (
		SELECT merges.target_id FROM erasing CROSS JOIN merges ON merges.organisation_id = ${organisationId}
			AND merges.source_id = erasing.id WHERE erasing.organisation_id = ${organisationId}
		UNION SELECT merges.source_id FROM erasing CROSS JOIN merges ON merges.organisation_id = ${organisationId}
			AND merges.target_id = erasing.id WHERE erasing.organisation_id = ${organisationId}
		UNION SELECT merges.target_id FROM other CROSS JOIN merges ON merges.organisation_id = ${organisationId}
			AND merges.source_id = other.id AND merges.undone_at IS NULL)
		SELECT id FROM other)`;
	return [
		...nameErasing(ctx, ids),
		...eraseActivities(db, organisationId),
		...eraseModifications(ctx, named, merged),
		eraseMergeLines(ctx, named, merged),
		eraseRunSubjects(ctx, ofLog, erasedName),
		...erasePayers(ctx, ids, searchTexts),
		...eraseEmails(ctx, ids),
		...eraseMailings(ctx, named),
		eraseLetters(ctx, ids),
		eraseReminderSends(ctx, ids),
		eraseReferenceNotices(ctx, ids),
		...eraseReferees(ctx, ids),
		...eraseForms(ctx, ids),
		// why before the identity: without their number, the groups would no longer count them as applied.
		...eraseCandidates(ctx, ids, named),
		...eraseIdentity(ctx, ids, named),
		forgetRanked(ctx, ids),
		...eraseApplicants(ctx, ids),
		db.delete(erasing).where(eq(erasing.organisationId, organisationId)),
	];
};

/** Returns erased applicants whose files are still in the store. why of all institutions: the sweep asks. */
export const findErasedFiles = (db: Database, limit: number) =>
	db
		.select({
			organisationId: erasedApplicants.organisationId,
			id: erasedApplicants.id,
			files: erasedApplicants.files,
		})
		.from(erasedApplicants)
		.where(isNotNull(erasedApplicants.files))
		.orderBy(erasedApplicants.erasedAt)
		.limit(limit);

/** Records that the files of an erased applicant are deleted. */
export const writeFilesDeleted = (db: Database, { organisationId, id }: { organisationId: string; id: string }) =>
	db
		.update(erasedApplicants)
		.set({ files: null })
		.where(and(eq(erasedApplicants.organisationId, organisationId), eq(erasedApplicants.id, id)));
