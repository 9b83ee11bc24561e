import { and, eq, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { applicants } from "#worker/database/schema/applicants";
import { applicationCourses, applications } from "#worker/database/schema/applications";
import { locations } from "#worker/database/schema/organisations";
import { courses } from "#worker/database/schema/structure";
import { workflowSteps } from "#worker/database/schema/workflows";
import type { Applicant, ApplicantRow } from "#worker/services/applicants/contract";
import {
	courseOfApplicant,
	locationOfApplicant,
	rowFields,
	selectReviewer,
	stepOfApplicant,
	toReviewer,
	toRow,
} from "#worker/services/applicants/row.queries";
import { isRuled } from "#worker/services/workflows/hindrances.queries";

/** Finds the current state of an applicant, with what decides a change. */
export const findCurrent = async ({ db, organisationId }: OrgContext, applicantId: string) => {
	const [found] = await db
		.select({
			...rowFields,
			workflowId: applications.workflowId,
			applicationTitle: applications.title,
			reviewer: selectReviewer.as("reviewer"),
		})
		.from(applicants)
		.innerJoin(
			applications,
			and(eq(applications.organisationId, applicants.organisationId), eq(applications.id, applicants.applicationId)),
		)
		.leftJoin(workflowSteps, stepOfApplicant)
		.leftJoin(courses, courseOfApplicant)
		.leftJoin(locations, locationOfApplicant)
		.where(and(eq(applicants.organisationId, organisationId), eq(applicants.id, applicantId)));
	if (!found) return undefined;
	const { seq: _seq, workflowId, applicationTitle, reviewer, ...flat } = found;
	return { row: { ...toRow(flat), reviewer: toReviewer(reviewer) }, workflowId, applicationTitle };
};

export const findStep = async ({ db, organisationId }: OrgContext, stepId: string) => {
	const [step] = await db
		.select({
			id: workflowSteps.id,
			name: workflowSteps.name,
			type: workflowSteps.type,
			workflowId: workflowSteps.workflowId,
			roleIds: workflowSteps.roleIds,
			isRuled: isRuled(organisationId, sql`workflow_steps.workflow_id`, stepId).as("is_ruled"),
		})
		.from(workflowSteps)
		.where(and(eq(workflowSteps.organisationId, organisationId), eq(workflowSteps.id, stepId)));
	return step && { ...step, isRuled: Boolean(step.isRuled) };
};
export type Step = NonNullable<Awaited<ReturnType<typeof findStep>>>;

export const findLocation = async ({ db, organisationId }: OrgContext, locationId: string) => {
	const [location] = await db
		.select({ id: locations.id, name: locations.name })
		.from(locations)
		.where(and(eq(locations.organisationId, organisationId), eq(locations.id, locationId)));
	return location;
};
export type Location = NonNullable<Awaited<ReturnType<typeof findLocation>>>;

export const findOfferedCourse = async (
	{ db, organisationId }: OrgContext,
	applicationId: string,
	courseId: string,
) => {
	const [course] = await db
		.select({ id: courses.id, code: courses.code, title: courses.title })
		.from(applicationCourses)
		.innerJoin(
			courses,
			and(eq(courses.organisationId, applicationCourses.organisationId), eq(courses.id, applicationCourses.courseId)),
		)
		.where(
			and(
				eq(applicationCourses.organisationId, organisationId),
				eq(applicationCourses.applicationId, applicationId),
				eq(applicationCourses.courseId, courseId),
			),
		);
	return course;
};

export const findCourse = async ({ db, organisationId }: OrgContext, courseId: string) => {
	const [course] = await db
		.select({ id: courses.id, code: courses.code, title: courses.title })
		.from(courses)
		.where(and(eq(courses.organisationId, organisationId), eq(courses.id, courseId)));
	return course;
};

/** Returns both versions of a stale save, for the screen that compares them. */
export const staleDetails = (
	current: Pick<Applicant, keyof ApplicantRow | "reviewer">,
	attempted: Record<string, unknown>,
) => {
	const { stage, version, lastReviewed, lastReviewedBy, course, location, reviewer } = current;
	const { firstName, middleName, lastName, accountEmail } = current;
	const identity = { firstName, middleName, lastName, accountEmail };
	return {
		current: { ...identity, stage, version, lastReviewed, lastReviewedBy, course, location, reviewer },
		attempted,
	};
};
