import { and, eq, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { applicants } from "#worker/database/schema/applicants";
import { andWithin } from "#worker/database/scope";
import type { Applicant, LogEntry } from "#worker/services/applicants/contract";
import { logMark } from "#worker/services/applicants/merged-applicant.writes";
import {
	type FlatRow,
	fromRow,
	letterPath,
	rowColumns,
	selectReviewer,
	toReviewer,
	toRow,
} from "#worker/services/applicants/row.queries";

const isApplicant = (organisationId: string, applicantId: string) =>
	and(eq(applicants.organisationId, organisationId), eq(applicants.id, applicantId));

interface FoundApplicant extends FlatRow {
	seq: number;
	applicationTitle: string | null;
	reference: string;
	formId: string | null;
	photoKey: string | null;
	reviewer: string | null;
	attachmentCount: number;
	letterCount: number;
	openReferees: number;
	/** JSON. */
	tags: string;
	/** JSON. */
	referees: string;
	letter: string | null;
	publicId: string;
}

/** Counts the kinds of referees that the form asks for and who are not named; see `openPlacesOf` of referees. */
const openRefereesOfApplicant = sql`(
	SELECT count(DISTINCT section.value ->> 'refereeSectionType') FROM submissions
	JOIN form_design_versions AS design ON design.organisation_id = submissions.organisation_id
		AND design.form_design_id = submissions.form_design_id AND design.version = submissions.design_version
	CROSS JOIN json_each(design.layout, '$.sections') AS section
	WHERE submissions.organisation_id = applicants.organisation_id AND submissions.id = applicants.submission_id
		AND section.value ->> 'refereeSectionType' IS NOT NULL
		AND NOT EXISTS (SELECT 1 FROM referees WHERE referees.organisation_id = applicants.organisation_id
			AND referees.applicant_id = applicants.id
			AND (referees.kind IS NULL OR referees.kind = section.value ->> 'refereeSectionType')))`;

/** Finds an applicant within the scope with everything that the header of the sheet shows, including tags and referees. */
export const findApplicant = async (ctx: OrgContext, applicantId: string): Promise<Applicant | undefined> => {
	const { db, organisationId } = ctx;
	const [found] = await db.all<FoundApplicant>(sql`
		SELECT ${rowColumns}, applications.title AS applicationTitle, applicants.reference,
			applicants.submission_id AS formId, applicants.photo_key AS photoKey,
			${selectReviewer} AS reviewer,
			(SELECT count(*) FROM attachments WHERE attachments.organisation_id = applicants.organisation_id
				AND attachments.submission_id = applicants.submission_id) AS attachmentCount,
			${openRefereesOfApplicant} AS openReferees,
			(SELECT json_group_array(json_object('label', name)) FROM (
				SELECT items.name FROM application_tags AS tags
				JOIN application_group_items AS items
					ON items.organisation_id = tags.organisation_id AND items.id = tags.group_item_id
				WHERE tags.organisation_id = applicants.organisation_id
					AND tags.application_id = applicants.application_id
				ORDER BY items.name)) AS tags,
			(SELECT json_group_array(json_object('id', id, 'name', name, 'email', email, 'phone', phone, 'status', status))
				FROM (SELECT id, name, email, phone, status FROM referees
					WHERE referees.organisation_id = applicants.organisation_id AND referees.applicant_id = applicants.id
					ORDER BY created_at, id)) AS referees,
			applicants.letter_url AS letter,
			(SELECT count(*) FROM letters WHERE letters.organisation_id = applicants.organisation_id
				AND letters.applicant_id = applicants.id) AS letterCount,
			applicants.public_id AS publicId
		${fromRow}
		LEFT JOIN applications
			ON applications.organisation_id = applicants.organisation_id AND applications.id = applicants.application_id
		WHERE applicants.organisation_id = ${organisationId} AND applicants.id = ${applicantId}
			${andWithin(ctx, sql`applicants.course_id`)}`);
	if (!found) return undefined;
	const { seq: _seq, applicationTitle, reference, formId, photoKey, letter, publicId, reviewer, ...more } = found;
	const { attachmentCount, letterCount, openReferees, tags, referees, ...flat } = more;
	const row = toRow(flat);
	return {
		...row,
		applicationTitle: applicationTitle ?? row.applicationId,
		reference,
		formId,
		hasPhoto: photoKey !== null,
		reviewer: toReviewer(reviewer),
		attachmentCount,
		openReferees,
		letter,
		letterCount,
		status: row.stage.type,
		tags: JSON.parse(tags),
		referees: JSON.parse(referees),
		publicId,
	};
};

/**
 * Returns the applicant as the API has it, with the path of the letter's file. why of the last part: the row holds the
 * address of a page of the portal, and letters compare it with what they read.
 */
export const withLetterPath = <A extends Pick<Applicant, "id" | "letter">>(applicant: A): A => ({
	...applicant,
	letter: letterPath(applicant.id, applicant.letter),
});

export const findPhotoKey = async ({ db, organisationId }: OrgContext, applicantId: string) => {
	const [found] = await db
		.select({ photoKey: applicants.photoKey })
		.from(applicants)
		.where(isApplicant(organisationId, applicantId));
	return found?.photoKey ?? undefined;
};

/** The number of the applicant from whose log an entry came: the first of the marks that merges added to its id. */
const selectMergedNumber = (() => {
	const mark = sql.raw(`'${logMark("")}'`);
	const marks = sql`substr(log.id, instr(log.id, ${mark}) + 1) || ${mark}`;
	return sql`iif(instr(log.id, ${mark}) > 0, (
		SELECT source_number FROM merges WHERE merges.organisation_id = log.organisation_id
			AND source_id = substr(${marks}, 1, instr(${marks}, ${mark}) - 1) ORDER BY created_at DESC LIMIT 1), NULL)`;
})();

/**
 * Reads one page of an applicant's log, newest first; undefined when there is no such applicant. why plain SQL: every
 * open applicant asks. why the events that changed something as a set: each would be looked up for every line.
 */
export const readLog = async (
	{ db, organisationId }: OrgContext,
	applicantId: string,
	{ page, size }: { page: number; size: number },
) => {
	const ofApplicant = sql`organisation_id = ${organisationId} AND applicant_id = ${applicantId}`;
	const [[applicant], data] = await Promise.all([
		db.all<{ entries: number }>(sql`
			SELECT (SELECT count(*) FROM applicant_log WHERE ${ofApplicant}) AS entries
			FROM applicants WHERE organisation_id = ${organisationId} AND id = ${applicantId}`),
		db.all<LogEntry>(sql`
			SELECT id, type, reviewed_by AS reviewedBy, stage_name AS stageName, from_stage_name AS fromStageName, reason,
				iif(event_id IN (SELECT event_id FROM modification_entries
					WHERE organisation_id = ${organisationId} AND entity = 'applicant' AND entity_id = ${applicantId}
						AND field <> 'duplicateFields'), event_id, NULL) AS changeId,
				iif(type = 'MERGE', event_id, NULL) AS mergeId, ${selectMergedNumber} AS mergedNumber,
				created_at AS createdAt
			FROM applicant_log AS log WHERE ${ofApplicant}
			ORDER BY created_at DESC, rowid DESC LIMIT ${size} OFFSET ${page * size}`),
	]);
	return applicant && { data, resultTotal: applicant.entries, page, size };
};
