import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { fail } from "#worker/contract/result";
import { containsWords } from "#worker/database/contains-words";
import { folded } from "#worker/database/folded";
import { adminLevelItems, courses } from "#worker/database/schema/structure";
import { andWithin } from "#worker/database/scope";
import { defineRecord } from "#worker/records/queries";
import { itemExists, itemsAndBelow } from "#worker/services/admin-levels/queries";
import { privilegeReaches, refuseBeyondReach, staysWithinReach } from "#worker/services/admin-levels/reach.queries";
import { type Course, courseRecord } from "#worker/services/courses/contract";

const own = sql`courses.organisation_id`;
const ofItem = (what: SQL) => sql<string | null>`(SELECT ${what} FROM admin_level_items AS item
	WHERE item.organisation_id = ${own} AND item.id = courses.admin_level_item_id)`;
const itemName = ofItem(sql`item.name`);
const applicants = (
	ctx: OrgContext,
) => sql<number>`(SELECT coalesce(sum(counted.applicants), 0) FROM applicant_counts AS counted
	WHERE counted.organisation_id = ${own} AND counted.course_id = courses.id
		${andWithin(ctx, sql`counted.course_id`)})`;
const applications = sql<number>`(SELECT count(*) FROM application_courses AS offered
	WHERE offered.organisation_id = ${own} AND offered.course_id = courses.id)`;

const partOf = sql`courses.admin_level_item_id`;

const rowOf = (id: string | undefined) =>
	id === undefined ? { field: "administrationLevelItemId" } : ({ table: "courses", id } as const);

/** Returns the condition that the user may save a course there. */
const isReached = (ctx: OrgContext, { itemId, id }: { itemId: string | null | undefined; id: string | undefined }) =>
	staysWithinReach(ctx, { ...(id !== undefined && { from: partOf }), to: sql`${itemId ?? null}` });

export const course = defineRecord({
	kind: "course",
	endpoints: courseRecord,
	table: courses,
	isConfiguration: "number",
	columns: {
		code: courses.code,
		title: courses.title,
		status: courses.status,
		applicants,
		applications,
		itemName,
		administrationLevelItemId: courses.adminLevelItemId,
		isChanged: privilegeReaches("course:u", (given) => staysWithinReach(given, { from: partOf })),
		isRemoved: privilegeReaches("course:d", (given) => staysWithinReach(given, { from: partOf })),
	},
	toRow: ({ itemName, isChanged, isRemoved, ...row }) => {
		const id = row.administrationLevelItemId;
		return {
			...row,
			privilegesElsewhere: [...(isChanged ? [] : ["course:u"]), ...(isRemoved ? [] : ["course:d"])],
			administrationLevelItem: id === null || itemName === null ? null : { id, name: itemName },
		} as Course;
	},
	toColumns: ({ administrationLevelItemId = null, ...fields }) => ({
		...fields,
		adminLevelItemId: administrationLevelItemId,
	}),
	sorts: {
		code: courses.code,
		title: folded(courses.title),
		item: ofItem(folded(adminLevelItems.name, "item")),
		applicants,
	},
	matching: (
		{ organisationId },
		{ search, status, adminLevelItemId, applicationId, ids, organisationId: asked = organisationId },
	) =>
		and(
			asked === organisationId ? undefined : sql`false`,
			containsWords(search, courses.code, courses.title),
			status && eq(courses.status, status),
			ids && sql`${courses.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
			adminLevelItemId === undefined
				? undefined
				: inArray(courses.adminLevelItemId, itemsAndBelow(organisationId, [adminLevelItemId])),
			applicationId === undefined
				? undefined
				: sql`${courses.id} IN (SELECT course_id FROM application_courses
					WHERE organisation_id = ${organisationId} AND application_id = ${applicationId})`,
		),
	nameOf: ({ code, title }) => `${code} ${title}`,
	duplicate: {
		index: "courses_by_folded_code",
		field: "code",
		create: "course_code_taken",
		update: "course_code_taken",
		isWhole: true,
		text: ({ code }) => `The course code "${code.toUpperCase()}" is already in use`,
	},
	check: async (ctx, { administrationLevelItemId: itemId }, id) =>
		!itemId || (await itemExists(ctx, itemId))
			? refuseBeyondReach(ctx, isReached(ctx, { itemId, id }), rowOf(id))
			: fail("course_item_unknown", {
					fields: { administrationLevelItemId: ["This does not exist. Choose another one."] },
				}),
	holds: (ctx, { administrationLevelItemId: itemId }, id) =>
		and(
			itemId
				? sql`EXISTS (SELECT 1 FROM admin_level_items WHERE organisation_id = ${ctx.organisationId} AND id = ${itemId})`
				: undefined,
			isReached(ctx, { itemId, id }),
		),
	checkRemoval: (ctx, id) => refuseBeyondReach(ctx, staysWithinReach(ctx, { from: partOf }), rowOf(id)),
	uses: {
		code: "course_in_use",
		by: ({ organisationId }, id) => [
			sql`SELECT 1 FROM applicant_counts WHERE organisation_id = ${organisationId} AND course_id = ${id} AND applicants > 0`,
			sql`SELECT 1 FROM application_courses WHERE organisation_id = ${organisationId} AND course_id = ${id}`,
		],
		text: ({ applicants, applications }) =>
			applicants > 0
				? undefined
				: `This cannot be deleted, because ${applications === 1 ? "1 application offers" : `${applications} applications offer`} it.`,
	},
});
