import { and, asc, count, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { containsWords } from "#worker/database/contains-words";
import { applicationCourses } from "#worker/database/schema/applications";
import { adminLevelItems, courses } from "#worker/database/schema/structure";
import { itemsAndBelow } from "#worker/services/admin-levels/queries";
import type { Course } from "#worker/services/courses/contract";

export const maxCourses = 1_000;

const selectCourses = ({ db, organisationId }: OrgContext, matching: SQL | undefined) =>
	db
		.select({
			id: courses.id,
			code: courses.code,
			title: courses.title,
			status: courses.status,
			administrationLevelItemId: courses.adminLevelItemId,
			administrationLevelItem: { id: adminLevelItems.id, name: adminLevelItems.name },
		})
		.from(courses)
		.leftJoin(
			adminLevelItems,
			and(eq(adminLevelItems.organisationId, courses.organisationId), eq(adminLevelItems.id, courses.adminLevelItemId)),
		)
		.where(and(eq(courses.organisationId, organisationId), matching))
		.orderBy(asc(courses.code));

interface CourseFilter {
	search: string;
	status?: Course["status"] | undefined;
	adminLevelItemId?: string | undefined;
	applicationId?: string | undefined;
	organisationId?: string | undefined;
}

const matches = (
	{ db, organisationId }: OrgContext,
	{ search, status, adminLevelItemId, applicationId, organisationId: asked = organisationId }: CourseFilter,
): SQL | undefined =>
	and(
		asked === organisationId ? undefined : sql`false`,
		containsWords(search, courses.code, courses.title),
		status && eq(courses.status, status),
		adminLevelItemId === undefined
			? undefined
			: inArray(courses.adminLevelItemId, itemsAndBelow(organisationId, [adminLevelItemId])),
		applicationId === undefined
			? undefined
			: inArray(
					courses.id,
					db
						.select({ id: applicationCourses.courseId })
						.from(applicationCourses)
						.where(
							and(
								eq(applicationCourses.organisationId, organisationId),
								eq(applicationCourses.applicationId, applicationId),
							),
						),
				),
	);

export const pageOfCourses = async (ctx: OrgContext, filter: CourseFilter, page: number, size: number) => {
	const matching = matches(ctx, filter);
	// why: not one batch; there, columns of the same name in two joined tables fall on top of each other.
	const [data, total] = await Promise.all([
		selectCourses(ctx, matching)
			.limit(size)
			.offset(page * size),
		ctx.db
			.select({ rows: count() })
			.from(courses)
			.where(and(eq(courses.organisationId, ctx.organisationId), matching)),
	]);
	return { data, resultTotal: total[0]?.rows ?? 0, page, size };
};

export const findCourse = async (ctx: OrgContext, courseId: string) => {
	const [course] = await selectCourses(ctx, eq(courses.id, courseId)).limit(1);
	return course;
};

export const coursesOfItem = (ctx: OrgContext, itemId: string) =>
	selectCourses(ctx, inArray(courses.adminLevelItemId, itemsAndBelow(ctx.organisationId, [itemId]))).limit(maxCourses);
