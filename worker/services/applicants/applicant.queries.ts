import { and, asc, count, desc, eq, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { applicantLog, applicants, referees } from "#worker/database/schema/applicants";
import { applications, applicationTags } from "#worker/database/schema/applications";
import { attachments } from "#worker/database/schema/forms";
import { locations } from "#worker/database/schema/organisations";
import { courses } from "#worker/database/schema/structure";
import { workflowSteps } from "#worker/database/schema/workflows";
import type { Applicant } from "#worker/services/applicants/contract";
import {
	courseOfApplicant,
	locationOfApplicant,
	rowFields,
	stepOfApplicant,
	toRow,
} from "#worker/services/applicants/row.queries";
import { selectTags } from "#worker/services/applications/queries";

const isApplicant = (organisationId: string, applicantId: string) =>
	and(eq(applicants.organisationId, organisationId), eq(applicants.id, applicantId));

const existsAttachment = (organisationId: string) =>
	sql<boolean>`EXISTS (SELECT 1 FROM ${attachments}
		WHERE ${attachments.organisationId} = ${organisationId} AND ${attachments.submissionId} = ${applicants.submissionId})`
		.mapWith(Boolean)
		.as("has_attachments");

/** Finds an applicant with everything that the header of the sheet shows, including tags and referees. */
export const findApplicant = async (ctx: OrgContext, applicantId: string): Promise<Applicant | undefined> => {
	const { db, organisationId } = ctx;
	const [[found], tags, refereeRows] = await db.batch([
		db
			.select({
				...rowFields,
				applicationTitle: applications.title,
				reference: applicants.reference,
				formId: applicants.submissionId,
				photoKey: applicants.photoKey,
				hasAttachments: existsAttachment(organisationId),
				letter: applicants.letterUrl,
				publicId: applicants.publicId,
			})
			.from(applicants)
			.leftJoin(workflowSteps, stepOfApplicant)
			.leftJoin(courses, courseOfApplicant)
			.leftJoin(locations, locationOfApplicant)
			.leftJoin(
				applications,
				and(eq(applications.organisationId, applicants.organisationId), eq(applications.id, applicants.applicationId)),
			)
			.where(isApplicant(organisationId, applicantId)),
		selectTags(
			ctx,
			sql`${applicationTags.applicationId} = (SELECT application_id FROM applicants
				WHERE organisation_id = ${organisationId} AND id = ${applicantId})`,
		),
		db
			.select({
				id: referees.id,
				name: referees.name,
				email: referees.email,
				phone: referees.phone,
				status: referees.status,
			})
			.from(referees)
			.where(and(eq(referees.organisationId, organisationId), eq(referees.applicantId, applicantId)))
			.orderBy(asc(referees.createdAt), asc(referees.id)),
	]);
	if (!found) return undefined;
	const { seq: _seq, applicationTitle, reference, formId, photoKey, letter, publicId, ...more } = found;
	const { hasAttachments, ...flat } = more;
	const row = toRow(flat);
	return {
		...row,
		applicationTitle: applicationTitle ?? row.applicationId,
		reference,
		formId,
		hasPhoto: photoKey !== null,
		hasAttachments,
		letter,
		status: row.stage.type,
		tags: tags.map(({ name }) => ({ label: name })),
		referees: refereeRows,
		publicId,
	};
};

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
