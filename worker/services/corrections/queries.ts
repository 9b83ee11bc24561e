import { and, eq, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { applicants } from "#worker/database/schema/applicants";
import { applications } from "#worker/database/schema/applications";
import { formDesignVersions, submissions } from "#worker/database/schema/forms";
import { organisations } from "#worker/database/schema/organisations";
import { hasCourse } from "#worker/database/scope";
import { designOfSubmission } from "#worker/services/forms/queries";
import { applicationOfApplicant, submissionOfApplicant } from "#worker/services/referees/queries";

/** Finds an applicant's identity with everything that is derived from it: words of the search, identity keys. */
export const findIdentity = async ({ db, organisationId }: OrgContext, id: string) => {
	const [found] = await db
		.select({
			id: applicants.id,
			firstName: applicants.firstName,
			middleName: applicants.middleName,
			lastName: applicants.lastName,
			email: applicants.email,
			applicationId: applicants.applicationId,
			applicationTitle: applications.title,
			applicationNumber: applicants.applicationNumber,
			reference: applicants.reference,
			stepId: applicants.stepId,
			version: applicants.version,
			searchKey: organisations.searchKey,
			layout: formDesignVersions.layout,
			data: submissions.data,
			hidden: submissions.hidden,
		})
		.from(applicants)
		.innerJoin(organisations, eq(organisations.id, applicants.organisationId))
		.innerJoin(applications, applicationOfApplicant)
		.leftJoin(submissions, submissionOfApplicant)
		.leftJoin(formDesignVersions, designOfSubmission)
		.where(and(eq(applicants.organisationId, organisationId), eq(applicants.id, id)));
	return found;
};
export type Identity = NonNullable<Awaited<ReturnType<typeof findIdentity>>>;

/** Selects another applicant of the application whose account has this address. */
const holderOf = (
	{ organisationId }: OrgContext,
	email: string,
	{ id, applicationId }: Pick<Identity, "id" | "applicationId">,
): SQL => sql`
	SELECT holder.application_number AS applicationNumber, holder.course_id AS courseId FROM identity_keys AS known
	CROSS JOIN applicants AS holder ON holder.organisation_id = ${organisationId} AND holder.id = known.owner_id
		AND lower(holder.email) = ${email.toLowerCase()}
	WHERE known.organisation_id = ${organisationId} AND known.scope = ${applicationId}
		AND known.key = ${`email:${email.toLowerCase()}`} AND known.owner_id <> ${id} LIMIT 1`;

/** The condition that no other applicant of the application has this address. */
export const isFree = (...asked: Parameters<typeof holderOf>): SQL => sql`NOT EXISTS (${holderOf(...asked)})`;

/** Finds another applicant with this address; the number is null for one outside the scope. */
export const findHolder = async (ctx: OrgContext, email: string, of: Pick<Identity, "id" | "applicationId">) => {
	const [holder] = await ctx.db.all<{ applicationNumber: string; courseId: string }>(holderOf(ctx, email, of));
	return holder && { applicationNumber: hasCourse(ctx.scope, holder.courseId) ? holder.applicationNumber : null };
};
