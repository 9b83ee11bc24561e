import { and, asc, count, desc, eq, inArray, type SQL, sql, sum } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { remembered } from "#worker/database/remembered";
import { applicantCounts } from "#worker/database/schema/applicants";
import {
	applicationCourses,
	applicationGroupItems,
	applications,
	applicationTags,
} from "#worker/database/schema/applications";
import { formDesigns } from "#worker/database/schema/forms";
import { courses } from "#worker/database/schema/structure";
import { workflows } from "#worker/database/schema/workflows";
import { isWithin } from "#worker/database/scope";
import { countAtSteps, sumOf } from "#worker/services/applicants/counts.queries";
import type { Application, ApplicationRow } from "#worker/services/applications/contract";
import { stepsOfApplication } from "#worker/services/workflows/queries";

const columns = {
	id: applications.id,
	title: applications.title,
	active: applications.active,
	startsAt: applications.startsAt,
	endsAt: applications.endsAt,
};

interface Slice {
	matching?: SQL | undefined;
	limit: number;
	offset: number;
}

/** Reads applications, newest first, with their applicants and tags, and the total: one round trip. */
export const selectApplications = async (
	ctx: OrgContext,
	{ matching, limit, offset }: Slice,
): Promise<{ rows: ApplicationRow[]; total: number }> => {
	const { db, organisationId } = ctx;
	const where = and(eq(applications.organisationId, organisationId), matching);
	const newestFirst = [desc(applications.createdAt), desc(applications.id)];
	const onPage = db
		.select({ id: applications.id })
		.from(applications)
		.where(where)
		.orderBy(...newestFirst)
		.limit(limit)
		.offset(offset);
	const [found, counts, tags, total] = await db.batch([
		db
			.select(columns)
			.from(applications)
			.where(where)
			.orderBy(...newestFirst)
			.limit(limit)
			.offset(offset),
		selectCounts(ctx, inArray(applicantCounts.applicationId, onPage)),
		selectTags(ctx, inArray(applicationTags.applicationId, onPage)),
		db.select({ rows: count() }).from(applications).where(where),
	]);
	return { rows: found.map((row) => toApplicationRow(row, counts, tags, ctx.now())), total: total[0]?.rows ?? 0 };
};

export const applicationExists = async ({ db, organisationId }: OrgContext, id: string): Promise<boolean> => {
	const found = await db
		.select({ id: applications.id })
		.from(applications)
		.where(and(eq(applications.organisationId, organisationId), eq(applications.id, id)));
	return found.length > 0;
};

export const findApplicationTitle = async ({ db, organisationId }: OrgContext, id: string) => {
	const [found] = await db
		.select({ title: applications.title })
		.from(applications)
		.where(and(eq(applications.organisationId, organisationId), eq(applications.id, id)));
	return found?.title;
};

export const findApplication = async (ctx: OrgContext, id: string): Promise<Application | undefined> => {
	const [found, counts] = await Promise.all([
		remembered(ctx, `application ${id}`, () => readApplication(ctx, id)),
		countAtSteps(ctx, id, null),
	]);
	return found && { ...found, status: statusAt(found, ctx.now()), applicants: sumOf(counts) };
};

/** Reads what does not change as applicants come and go, nor with time. */
const readApplication = async (ctx: OrgContext, id: string) => {
	const { db, organisationId } = ctx;
	// why: not one batch; there, columns of the same name in two joined tables fall on top of each other.
	const [[found], tags, offered, steps = []] = await Promise.all([
		db
			.select({ ...columns, formId: applications.formDesignId, workflowId: workflows.id, workflowName: workflows.name })
			.from(applications)
			.innerJoin(
				workflows,
				and(eq(workflows.organisationId, applications.organisationId), eq(workflows.id, applications.workflowId)),
			)
			.where(and(eq(applications.organisationId, organisationId), eq(applications.id, id))),
		selectTags(ctx, eq(applicationTags.applicationId, id)),
		selectOffered(ctx, id),
		stepsOfApplication(ctx, id),
	]);
	if (!found) return undefined;
	const { formId, workflowId, workflowName, ...row } = found;
	return {
		...row,
		applicationGroupItems: tags.map(({ name, groupId }) => ({ name, groupId })),
		formId,
		courses: offered.map(({ course, formDesignId }) => ({ course, formId: formDesignId ?? formId })),
		workflow: { id: workflowId, name: workflowName, steps },
	};
};

export const allFormDesigns = ({ db, organisationId }: OrgContext) =>
	db
		.select({ id: formDesigns.id, title: formDesigns.title, active: formDesigns.active })
		.from(formDesigns)
		.where(eq(formDesigns.organisationId, organisationId))
		.orderBy(asc(formDesigns.title), asc(formDesigns.id));

const selectCounts = ({ db, organisationId, ...ctx }: OrgContext, matching: SQL) =>
	db
		.select({
			applicationId: applicantCounts.applicationId,
			applicants: sum(applicantCounts.applicants).mapWith(Number),
		})
		.from(applicantCounts)
		.where(
			and(
				eq(applicantCounts.organisationId, organisationId),
				matching,
				isWithin(ctx, sql`${applicantCounts.courseId}`),
			),
		)
		.groupBy(applicantCounts.applicationId);

const selectOffered = ({ db, organisationId }: OrgContext, applicationId: string) =>
	db
		.select({
			course: {
				...{ id: courses.id, code: courses.code, title: courses.title },
				administrationLevelItemId: courses.adminLevelItemId,
			},
			formDesignId: applicationCourses.formDesignId,
		})
		.from(applicationCourses)
		.innerJoin(
			courses,
			and(eq(courses.organisationId, applicationCourses.organisationId), eq(courses.id, applicationCourses.courseId)),
		)
		.where(
			and(eq(applicationCourses.organisationId, organisationId), eq(applicationCourses.applicationId, applicationId)),
		)
		.orderBy(asc(courses.code));

type Counts = Awaited<ReturnType<typeof selectCounts>>;
type Tags = Awaited<ReturnType<typeof selectTags>>;
type Row = Pick<ApplicationRow, keyof typeof columns>;

const toApplicationRow = (row: Row, counts: Counts, tags: Tags, now: number): ApplicationRow => ({
	...row,
	status: statusAt(row, now),
	applicants: counts.find(({ applicationId }) => applicationId === row.id)?.applicants ?? 0,
	applicationGroupItems: tags
		.filter(({ applicationId }) => applicationId === row.id)
		.map(({ name, groupId }) => ({ name, groupId })),
});

interface Period {
	startsAt: number | null;
	endsAt: number | null;
}

/** An application is open from its start until its end, both in UTC milliseconds; without one it is open on that side. */
const statusAt = ({ startsAt, endsAt }: Period, now: number): ApplicationRow["status"] => {
	if (startsAt !== null && now < startsAt) return "upcoming";
	return endsAt !== null && now >= endsAt ? "closed" : "open";
};

const selectTags = ({ db, organisationId }: OrgContext, matching: SQL) =>
	db
		.select({
			applicationId: applicationTags.applicationId,
			name: applicationGroupItems.name,
			groupId: applicationGroupItems.groupId,
		})
		.from(applicationTags)
		.innerJoin(
			applicationGroupItems,
			and(
				eq(applicationGroupItems.organisationId, applicationTags.organisationId),
				eq(applicationGroupItems.id, applicationTags.groupItemId),
			),
		)
		.where(and(eq(applicationTags.organisationId, organisationId), matching))
		.orderBy(asc(applicationGroupItems.name));

interface ItemRow {
	id: string;
	name: string;
	parentItemId: string | null;
	levelId: string;
	levelName: string;
	levelOrder: number;
}

/** Reads the departments of an application's courses and everything above; undefined for an unknown application. */
export const itemsOfApplication = async (ctx: OrgContext, applicationId: string) => {
	const { db, organisationId } = ctx;
	const [exists, rows] = await Promise.all([
		applicationExists(ctx, applicationId),
		db.all<ItemRow>(sql`
			WITH RECURSIVE above (id) AS (
				SELECT course.admin_level_item_id FROM application_courses AS offered
					JOIN courses AS course ON course.organisation_id = offered.organisation_id AND course.id = offered.course_id
					WHERE offered.organisation_id = ${organisationId} AND offered.application_id = ${applicationId}
				UNION
				SELECT item.parent_item_id FROM above
					JOIN admin_level_items AS item ON item.organisation_id = ${organisationId} AND item.id = above.id
			)
			SELECT item.id, item.name, item.parent_item_id AS parentItemId,
				level.id AS levelId, level.name AS levelName, level.position AS levelOrder
			FROM above
				JOIN admin_level_items AS item ON item.organisation_id = ${organisationId} AND item.id = above.id
				JOIN admin_levels AS level ON level.organisation_id = item.organisation_id AND level.id = item.level_id
			ORDER BY level.position, item.name, item.id`),
	]);
	if (!exists) return undefined;
	return rows.map(({ levelId, levelName, levelOrder, ...item }) => ({
		...item,
		level: { id: levelId, name: levelName, order: levelOrder },
	}));
};
