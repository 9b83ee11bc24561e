import { and, desc, eq, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { applicantCounts, applicants } from "#worker/database/schema/applicants";
import { applications } from "#worker/database/schema/applications";
import { workflowSteps } from "#worker/database/schema/workflows";
import { isWithin } from "#worker/database/scope";

/** Reads one page of the applicants of a course in all applications, the newest first; none outside the scope. */
export const pageOfCourseApplicants = async (
	{ db, organisationId, ...ctx }: OrgContext,
	courseId: string,
	{ page, size }: { page: number; size: number },
) => {
	const within = isWithin(ctx, sql`${courseId}`);
	// why: not one batch; there, columns of the same name in two joined tables fall on top of each other.
	const [data, [total]] = await Promise.all([
		db
			.select({
				id: applicants.id,
				firstName: applicants.firstName,
				middleName: applicants.middleName,
				lastName: applicants.lastName,
				applicationNumber: applicants.applicationNumber,
				applicationId: applicants.applicationId,
				applicationTitle: sql<string>`coalesce(${applications.title}, '')`,
				stageName: sql<string>`coalesce(${workflowSteps.name}, '')`,
				stageType: sql<string>`coalesce(${workflowSteps.type}, '')`,
				regDate: applicants.registeredAt,
			})
			.from(applicants)
			.leftJoin(
				applications,
				and(eq(applications.organisationId, applicants.organisationId), eq(applications.id, applicants.applicationId)),
			)
			.leftJoin(
				workflowSteps,
				and(eq(workflowSteps.organisationId, applicants.organisationId), eq(workflowSteps.id, applicants.stepId)),
			)
			.where(and(eq(applicants.organisationId, organisationId), eq(applicants.courseId, courseId), within))
			.orderBy(desc(applicants.seq))
			.limit(size)
			.offset(page * size),
		db
			.select({ rows: sql<number>`coalesce(sum(${applicantCounts.applicants}), 0)` })
			.from(applicantCounts)
			.where(and(eq(applicantCounts.organisationId, organisationId), eq(applicantCounts.courseId, courseId), within)),
	]);
	return { data, resultTotal: total?.rows ?? 0, page, size };
};
