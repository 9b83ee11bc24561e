import { and, asc, eq, gt, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { remembered } from "#worker/database/remembered";
import { applications } from "#worker/database/schema/applications";
import { formDesigns } from "#worker/database/schema/forms";
import { andWithin, hasCourse, isWithin } from "#worker/database/scope";
import { findRecord } from "#worker/records/queries";
import { countByCourse, sumOf } from "#worker/services/applicants/counts.queries";
import type { Application, ApplicationRow, Uses } from "#worker/services/applications/contract";
import { application, changeScope, seenScope } from "#worker/services/applications/record";
import { isViewOf } from "#worker/services/saved-views/writes";

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

/** Reads an application; only its applicants are read anew, because they come and go without a change of the set-up. */
export const findApplication = async (ctx: OrgContext, id: string): Promise<Application | undefined> => {
	const [found, counts] = await Promise.all([
		remembered(ctx, `application ${id}`, () => findRecord(ctx, application, id)) as Promise<Application | undefined>,
		countByCourse(ctx, id),
	]);
	const [seen, changed] = [seenScope(ctx), changeScope(ctx)];
	const reachOf = (courseId: string) =>
		hasCourse(changed, courseId) ? "changed" : hasCourse(seen, courseId) ? "seen" : "none";
	const byCourse = new Map(counts.map(({ courseId, applicants }) => [courseId, applicants]));
	return (
		found && {
			...found,
			status: statusAt(found, ctx.now()),
			applicants: sumOf(counts),
			courses: found.courses.map((offered) => ({
				...offered,
				applicants: byCourse.get(offered.course.id) ?? 0,
				reach: reachOf(offered.course.id),
			})),
		}
	);
};

/** Counts what depends on an application, and what names it; undefined when there is none. */
export const countUses = async (ctx: OrgContext, id: string) => {
	const { organisationId } = ctx;
	const of = sql`organisation_id = ${organisationId} AND application_id = ${id}`;
	const within = isWithin(ctx, sql`course_id`);
	const countOf = (table: string) => sql`(SELECT count(*) FROM ${sql.raw(table)} WHERE ${of})`;
	const countLimited = (table: string) => sql`(SELECT count(*) FROM ${sql.raw(table)} AS one
		WHERE one.organisation_id = ${organisationId}
			AND EXISTS (SELECT 1 FROM json_each(one.application_ids) AS chosen WHERE chosen.value = ${id}))`;
	const [uses] = await ctx.db.all<Omit<Uses, "elsewhere"> & { elsewhere: number }>(sql`
		SELECT (SELECT coalesce(sum(applicants), 0) FROM applicant_counts WHERE ${of} AND ${within}) AS applicants,
			${countOf("candidate_groups")} AS lists,
			(SELECT count(*) FROM transactions WHERE ${of} AND ${within}) AS payments,
			EXISTS (SELECT 1 FROM applicant_counts WHERE ${of} AND applicants > 0 AND (${within}) IS NOT 1)
				OR EXISTS (SELECT 1 FROM transactions WHERE ${of} AND (${within}) IS NOT 1) AS elsewhere,
			${countOf("reminders")} AS reminders,
			${countOf("report_schedules")} AS reportSchedules,
			${countOf("retention_rules")} AS retentionRules,
			${countOf("ranking_schemes")} AS rankingSchemes,
			${countLimited("coupons")} AS discountCodes,
			${countLimited("add_ons")} AS addOns,
			(SELECT count(*) FROM saved_views WHERE ${isViewOf(organisationId, id)}) AS savedViews
		FROM applications WHERE organisation_id = ${organisationId} AND id = ${id}`);
	return uses && { ...uses, elsewhere: uses.elsewhere === 1 };
};

interface Period {
	startsAt: number | null;
	endsAt: number | null;
}

/** The status of an application that is remembered, by the rule of `record.ts`. */
const statusAt = ({ startsAt, endsAt }: Period, now: number): ApplicationRow["status"] => {
	if (startsAt !== null && now < startsAt) return "upcoming";
	return endsAt !== null && now >= endsAt ? "closed" : "open";
};

/** Reads the forms that applications can use: those of which a version is published. */
export const allFormDesigns = ({ db, organisationId }: OrgContext) =>
	db
		.select({ id: formDesigns.id, title: formDesigns.title, active: formDesigns.active })
		.from(formDesigns)
		.where(and(eq(formDesigns.organisationId, organisationId), gt(formDesigns.version, 0)))
		.orderBy(asc(formDesigns.title), asc(formDesigns.id));

interface ItemRow {
	id: string;
	name: string;
	parentItemId: string | null;
	levelId: string;
	levelName: string;
	levelOrder: number;
}

/** Reads the departments of those courses of an application whose applicants the caller sees, and everything above; undefined for an unknown application. */
export const itemsOfApplication = async (ctx: OrgContext, applicationId: string) => {
	const { db, organisationId } = ctx;
	const [exists, rows] = await Promise.all([
		applicationExists(ctx, applicationId),
		db.all<ItemRow>(sql`
			WITH RECURSIVE above (id) AS (
				SELECT course.admin_level_item_id FROM application_courses AS offered
					JOIN courses AS course ON course.organisation_id = offered.organisation_id AND course.id = offered.course_id
					WHERE offered.organisation_id = ${organisationId} AND offered.application_id = ${applicationId}
						${andWithin({ scope: seenScope(ctx) }, sql`course.id`)}
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
