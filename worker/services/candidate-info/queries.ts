import { and, asc, eq, sql } from "drizzle-orm";
import type { OrgContext, RequestContext } from "#worker/context";
import { applicants } from "#worker/database/schema/applicants";
import { applications } from "#worker/database/schema/applications";
import { attachments, formDesignVersions, submissions } from "#worker/database/schema/forms";
import { courses } from "#worker/database/schema/structure";
import { workflowSteps } from "#worker/database/schema/workflows";
import { isWithin } from "#worker/database/scope";
import { courseOfApplicant, stepOfApplicant } from "#worker/services/applicants/row.queries";
import { designOfSubmission, sensitiveOfSubmission } from "#worker/services/forms/queries";
import { applicationOfApplicant, submissionOfApplicant } from "#worker/services/referees/queries";

/** Selects the applicant with this public id, or the one it was merged into: a public address keeps working. */
const hasPublicId = (publicId: string, organisation: string | undefined) => sql`${applicants.seq} IN (
	WITH RECURSIVE chain(organisation_id, id) AS (
		SELECT organisation_id, target_id FROM merges WHERE source_public_id = ${publicId} AND undone_at IS NULL
		UNION ALL SELECT merges.organisation_id, merges.target_id FROM chain CROSS JOIN merges
			ON merges.organisation_id = chain.organisation_id AND merges.source_id = chain.id
				AND merges.undone_at IS NULL)
	SELECT seq FROM applicants WHERE public_id = ${publicId} ${ofOrganisation(organisation)}
	UNION ALL SELECT target.seq FROM chain CROSS JOIN applicants AS target
		ON target.organisation_id = chain.organisation_id AND target.id = chain.id
		WHERE true ${ofOrganisation(organisation, sql`target.`)})`;

const ofOrganisation = (organisation: string | undefined, of = sql``) =>
	organisation === undefined ? sql`` : sql`AND ${of}organisation_id = ${organisation}`;

/** why the one query without an organisation: §7's path names none, and the id alone says whose it is. */
export const findByPublicId = async (ctx: RequestContext, publicId: string, organisation?: string) => {
	const db = ctx.databaseFor("");
	const [found] = await db
		.select({
			organisationId: applicants.organisationId,
			submissionId: applicants.submissionId,
			candidate: {
				firstName: applicants.firstName,
				middleName: applicants.middleName,
				lastName: applicants.lastName,
				applicationNumber: applicants.applicationNumber,
				applicationId: applicants.applicationId,
			},
			status: workflowSteps.type,
			applicationTitle: applications.title,
			course: { code: courses.code, title: courses.title },
			data: submissions.data,
			layout: formDesignVersions.layout,
			sensitive: sensitiveOfSubmission,
		})
		.from(applicants)
		.innerJoin(applications, applicationOfApplicant)
		.innerJoin(courses, courseOfApplicant)
		.innerJoin(workflowSteps, stepOfApplicant)
		.leftJoin(submissions, submissionOfApplicant)
		.leftJoin(formDesignVersions, designOfSubmission)
		.where(hasPublicId(publicId, organisation));
	return found;
};

/** Selects all files of a submission: the caller leaves out those of referees. */
export const namesOfFiles = (ctx: RequestContext, organisationId: string, submissionId: string) =>
	ctx
		.databaseFor(organisationId)
		.select({ fieldId: attachments.fieldId, name: attachments.name, mimetype: attachments.mimetype })
		.from(attachments)
		.where(and(eq(attachments.organisationId, organisationId), eq(attachments.submissionId, submissionId)))
		.orderBy(asc(attachments.createdAt), asc(attachments.id));

export const findPhotoOfSummary = async (ctx: RequestContext, publicId: string, organisation?: string) => {
	const [found] = await ctx
		.databaseFor("")
		.select({ photoKey: applicants.photoKey })
		.from(applicants)
		.where(hasPublicId(publicId, organisation));
	return found;
};

export const findRecordOfSummary = async ({ db, organisationId, ...ctx }: OrgContext, publicId: string) => {
	const [found] = await db
		.select({ id: applicants.id, applicationId: applicants.applicationId })
		.from(applicants)
		.where(and(hasPublicId(publicId, organisationId), isWithin(ctx, sql`+${applicants.courseId}`)));
	return found;
};
