import { and, eq, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { formDesigns, formDesignVersions } from "#worker/database/schema/forms";
import { organisations } from "#worker/database/schema/organisations";
import { isFree } from "#worker/services/corrections/queries";

/** Finds what a new applicant's record is made from: the newest layout of the form, and the institution. */
export const findMakings = async ({ db, organisationId }: OrgContext, formDesignId: string) => {
	const [found] = await db
		.select({
			designVersion: formDesigns.version,
			layout: formDesignVersions.layout,
			shortName: organisations.shortName,
			searchKey: organisations.searchKey,
			timeZone: organisations.timeZone,
		})
		.from(formDesigns)
		.innerJoin(
			formDesignVersions,
			and(
				eq(formDesignVersions.organisationId, formDesigns.organisationId),
				eq(formDesignVersions.formDesignId, formDesigns.id),
				eq(formDesignVersions.version, formDesigns.version),
			),
		)
		.innerJoin(organisations, eq(organisations.id, formDesigns.organisationId))
		.where(and(eq(formDesigns.organisationId, organisationId), eq(formDesigns.id, formDesignId)));
	return found;
};

interface Arriving {
	id: string;
	applicationId: string;
	courseId: string;
	stepId: string;
	email: string;
}

/** The rest of a query with one row where an application takes this applicant: it is open, offers the course, and knows nobody with the address. */
export const fromOpenApplication = (ctx: OrgContext, { courseId, stepId, email, ...ids }: Arriving): SQL => {
	const [{ organisationId }, now] = [ctx, ctx.now()];
	return sql`FROM applications AS taking
		CROSS JOIN application_courses AS offered ON offered.organisation_id = ${organisationId}
			AND offered.application_id = taking.id AND offered.course_id = ${courseId}
		CROSS JOIN courses AS course ON course.organisation_id = ${organisationId} AND course.id = ${courseId}
			AND course.status = 'active'
		CROSS JOIN workflow_steps AS step ON step.organisation_id = ${organisationId} AND step.id = ${stepId}
			AND step.workflow_id = taking.workflow_id
		WHERE taking.organisation_id = ${organisationId} AND taking.id = ${ids.applicationId} AND taking.active
			AND coalesce(taking.starts_at <= ${now}, true) AND coalesce(taking.ends_at > ${now}, true)
			AND ${isFree(ctx, email, ids)}`;
};
