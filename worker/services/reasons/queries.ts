import { and, asc, desc, eq, gt, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { folded } from "#worker/database/folded";
import { applications } from "#worker/database/schema/applications";
import { reasonCounts, reasons } from "#worker/database/schema/reasons";
import { workflowSteps } from "#worker/database/schema/workflows";
import { andWithin, isWithin } from "#worker/database/scope";

/** Rows of the report. why: a page shows them all. */
const maxCounts = 1_000;

const columns = {
	id: reasons.id,
	text: reasons.text,
	isPrivate: reasons.isPrivate,
	active: reasons.active,
	version: reasons.updatedAt,
};
// why by their names: the query builder writes columns without their table, and the inner table has them as well.
const givenWithin = (
	ctx: OrgContext,
) => sql<number>`(SELECT coalesce(sum(counted.applicants), 0) FROM reason_counts AS counted
	WHERE counted.organisation_id = reasons.organisation_id AND counted.reason_id = reasons.id
		${andWithin(ctx, sql`counted.course_id`)})`;

export const allReasons = (ctx: OrgContext) =>
	ctx.db
		.select({ ...columns, applicants: givenWithin(ctx).as("applicants") })
		.from(reasons)
		.where(eq(reasons.organisationId, ctx.organisationId))
		.orderBy(asc(folded(reasons.text)));

export const findReason = async (ctx: OrgContext, id: string) => {
	const { db, organisationId } = ctx;
	const [found] = await db
		.select({ ...columns, applicants: givenWithin(ctx).as("applicants") })
		.from(reasons)
		.where(and(eq(reasons.organisationId, organisationId), eq(reasons.id, id)));
	return found;
};

const givenTo = sql<number>`sum(${reasonCounts.applicants})`;

/** Counts the applicants within the scope that each was given for, by application and stage. */
export const selectReasonCounts = ({ db, organisationId, ...ctx }: OrgContext, applicationId: string | undefined) =>
	db
		.select({
			reasonId: reasons.id,
			text: reasons.text,
			isPrivate: reasons.isPrivate,
			applicationId: reasonCounts.applicationId,
			applicationTitle: sql<string>`coalesce(${applications.title}, ${reasonCounts.applicationId})`,
			stageName: sql<string>`coalesce(${workflowSteps.name}, ${reasonCounts.stepId})`,
			applicants: givenTo.as("applicants"),
		})
		.from(reasonCounts)
		.innerJoin(
			reasons,
			and(eq(reasons.organisationId, reasonCounts.organisationId), eq(reasons.id, reasonCounts.reasonId)),
		)
		.leftJoin(
			applications,
			and(
				eq(applications.organisationId, reasonCounts.organisationId),
				eq(applications.id, reasonCounts.applicationId),
			),
		)
		.leftJoin(
			workflowSteps,
			and(eq(workflowSteps.organisationId, reasonCounts.organisationId), eq(workflowSteps.id, reasonCounts.stepId)),
		)
		.where(
			and(
				eq(reasonCounts.organisationId, organisationId),
				applicationId === undefined ? undefined : eq(reasonCounts.applicationId, applicationId),
				isWithin(ctx, sql`${reasonCounts.courseId}`),
			),
		)
		.groupBy(reasonCounts.applicationId, reasonCounts.reasonId, reasonCounts.stepId)
		.having(gt(givenTo, 0))
		.orderBy(desc(givenTo), asc(reasons.text))
		.limit(maxCounts);
