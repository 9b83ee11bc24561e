import { and, count, desc, eq, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { applicantLog, applicants } from "#worker/database/schema/applicants";
import { applicationTags } from "#worker/database/schema/applications";
import type { Applicant } from "#worker/services/applicants/contract";
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
import { selectTags } from "#worker/services/applications/queries";

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
	openReferees: number;
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

/** Finds an applicant with everything that the header of the sheet shows, including tags and referees. */
export const findApplicant = async (ctx: OrgContext, applicantId: string): Promise<Applicant | undefined> => {
	const { db, organisationId } = ctx;
	const [[found], tags, refereeRows] = await Promise.all([
		db.all<FoundApplicant>(sql`
			SELECT ${rowColumns}, applications.title AS applicationTitle, applicants.reference,
				applicants.submission_id AS formId, applicants.photo_key AS photoKey,
				${selectReviewer} AS reviewer,
				(SELECT count(*) FROM attachments WHERE attachments.organisation_id = applicants.organisation_id
					AND attachments.submission_id = applicants.submission_id) AS attachmentCount,
				${openRefereesOfApplicant} AS openReferees,
				applicants.letter_url AS letter, applicants.public_id AS publicId
			${fromRow}
			LEFT JOIN applications
				ON applications.organisation_id = applicants.organisation_id AND applications.id = applicants.application_id
			WHERE applicants.organisation_id = ${organisationId} AND applicants.id = ${applicantId}`),
		selectTags(
			ctx,
			sql`${applicationTags.applicationId} = (SELECT application_id FROM applicants
				WHERE organisation_id = ${organisationId} AND id = ${applicantId})`,
		),
		db.all<Applicant["referees"][number]>(sql`
			SELECT id, name, email, phone, status FROM referees
			WHERE organisation_id = ${organisationId} AND applicant_id = ${applicantId} ORDER BY created_at, id`),
	]);
	if (!found) return undefined;
	const { seq: _seq, applicationTitle, reference, formId, photoKey, letter, publicId, reviewer, ...more } = found;
	const { attachmentCount, openReferees, ...flat } = more;
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
		status: row.stage.type,
		tags: tags.map(({ name }) => ({ label: name })),
		referees: refereeRows,
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

/** why: the events that changed something are collected once instead of being looked up for every line. */
const changeOfEntry = (organisationId: string, applicantId: string) =>
	sql<string | null>`CASE WHEN ${applicantLog.eventId} IN (
		SELECT event_id FROM modification_entries
		WHERE organisation_id = ${organisationId} AND entity = 'applicant' AND entity_id = ${applicantId}
			AND field <> 'duplicateFields'
	) THEN ${applicantLog.eventId} END`.as("change_id");

/** Selects the number of the applicant from whose log an entry came: the first of the marks that merges added to its id. */
const mergedNumberOf = (organisationId: string) => {
	const mark = sql.raw(`'${logMark("")}'`);
	const marks = sql`substr(${applicantLog.id}, instr(${applicantLog.id}, ${mark}) + 1) || ${mark}`;
	return sql<string | null>`CASE WHEN instr(${applicantLog.id}, ${mark}) > 0 THEN (
		SELECT source_number FROM merges WHERE organisation_id = ${organisationId}
			AND source_id = substr(${marks}, 1, instr(${marks}, ${mark}) - 1) ORDER BY created_at DESC LIMIT 1) END`.as(
		"merged_number",
	);
};

/** Reads one page of an applicant's log, newest first; undefined when there is no such applicant. */
export const readLog = async (
	{ db, organisationId }: OrgContext,
	applicantId: string,
	{ page, size }: { page: number; size: number },
) => {
	const ofApplicant = and(eq(applicantLog.organisationId, organisationId), eq(applicantLog.applicantId, applicantId));
	const [[applicant], data] = await db.batch([
		db
			.select({ entries: sql<number>`(${db.select({ rows: count() }).from(applicantLog).where(ofApplicant)})` })
			.from(applicants)
			.where(isApplicant(organisationId, applicantId)),
		db
			.select({
				id: applicantLog.id,
				type: applicantLog.type,
				reviewedBy: applicantLog.reviewedBy,
				stageName: applicantLog.stageName,
				fromStageName: applicantLog.fromStageName,
				reason: applicantLog.reason,
				changeId: changeOfEntry(organisationId, applicantId),
				mergeId: sql<string | null>`CASE ${applicantLog.type} WHEN 'MERGE' THEN ${applicantLog.eventId} END`.as(
					"merge_id",
				),
				mergedNumber: mergedNumberOf(organisationId),
				createdAt: applicantLog.createdAt,
			})
			.from(applicantLog)
			.where(ofApplicant)
			.orderBy(desc(applicantLog.createdAt), desc(sql`${applicantLog}.rowid`))
			.limit(size)
			.offset(page * size),
	]);
	return applicant && { data, resultTotal: applicant.entries, page, size };
};
