import { and, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { fail } from "#worker/contract/result";

/** What an application refers to. */
interface References {
	formId: string;
	workflowId: string;
	courses: readonly { courseId: string; formId: string | null }[];
	groupItemIds: readonly string[];
}

const listed = (ids: readonly string[]): SQL => sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`;

const formIdsOf = ({ formId, courses }: References): string[] => [
	...new Set([formId, ...courses.flatMap((course) => course.formId ?? [])]),
];
const courseIdsOf = ({ courses }: References): string[] => courses.map(({ courseId }) => courseId);

/** A subquery: those of the ids that the table does not have. */
const unknownIn = ({ organisationId }: OrgContext, table: string, ids: readonly string[], also = sql`true`): SQL =>
	sql`(SELECT asked.value FROM json_each(${JSON.stringify(ids)}) AS asked WHERE NOT EXISTS (SELECT 1
		FROM ${sql.raw(table)} AS known WHERE known.organisation_id = ${organisationId} AND known.id = asked.value AND ${also}))`;

/** A subquery: those of the forms that do not exist, or that were never published: nobody could fill them in. */
const unknownForms = (ctx: OrgContext, fields: References): SQL =>
	unknownIn(ctx, "form_designs", formIdsOf(fields), sql`known.version > 0`);

/** Returns the condition that all the ids are applications. */
export const areApplications = (ctx: OrgContext, ids: readonly string[]): SQL =>
	sql`NOT EXISTS ${unknownIn(ctx, "applications", ids)}`;

export const hasUnknownApplication = async (ctx: OrgContext, ids: readonly string[]): Promise<boolean> =>
	ids.length > 0 && (await ctx.db.all(sql`SELECT value FROM ${unknownIn(ctx, "applications", ids)}`)).length > 0;

/** A subquery: the first stage of a workflow. */
const firstStageOf = ({ organisationId }: OrgContext, workflowId: string): SQL =>
	sql`(SELECT 1 FROM workflow_steps
		WHERE organisation_id = ${organisationId} AND workflow_id = ${workflowId} AND type = 'REGISTRATION')`;

/** A subquery: courses with applicants of an application that are not among these. */
const chosenOutside = ({ organisationId }: OrgContext, id: string, courseIds: readonly string[]): SQL =>
	sql`(SELECT course_id FROM applicant_counts WHERE organisation_id = ${organisationId} AND application_id = ${id}
		AND applicants > 0 AND course_id NOT IN ${listed(courseIds)})`;

/** A subquery: the application with applicants, if it has another workflow. */
const movedFrom = ({ organisationId }: OrgContext, id: string, workflowId: string): SQL =>
	sql`(SELECT 1 FROM applications AS kept WHERE kept.organisation_id = ${organisationId} AND kept.id = ${id}
		AND kept.workflow_id <> ${workflowId} AND EXISTS (SELECT 1 FROM applicant_counts AS counted
			WHERE counted.organisation_id = ${organisationId} AND counted.application_id = ${id} AND counted.applicants > 0))`;

/** A subquery: those of the items that are disabled, without those that the application carries already. */
const newlyDisabled = ({ organisationId }: OrgContext, id: string, itemIds: readonly string[]): SQL =>
	sql`(SELECT item.id FROM application_group_items AS item WHERE item.organisation_id = ${organisationId}
		AND item.id IN ${listed(itemIds)} AND NOT item.enabled AND NOT EXISTS (SELECT 1 FROM application_tags AS tag
			WHERE tag.organisation_id = ${organisationId} AND tag.application_id = ${id} AND tag.group_item_id = item.id))`;

/** The condition that everything an application refers to exists, and that nothing is taken from its applicants. */
export const refersRightly = (ctx: OrgContext, fields: References, id: string | undefined): SQL | undefined =>
	and(
		sql`NOT EXISTS ${unknownForms(ctx, fields)}`,
		sql`NOT EXISTS ${unknownIn(ctx, "courses", courseIdsOf(fields))}`,
		sql`NOT EXISTS ${unknownIn(ctx, "application_group_items", fields.groupItemIds)}`,
		sql`NOT EXISTS ${newlyDisabled(ctx, id ?? "", fields.groupItemIds)}`,
		sql`EXISTS ${firstStageOf(ctx, fields.workflowId)}`,
		id === undefined ? undefined : sql`NOT EXISTS ${chosenOutside(ctx, id, courseIdsOf(fields))}`,
		id === undefined ? undefined : sql`NOT EXISTS ${movedFrom(ctx, id, fields.workflowId)}`,
	);

interface Found {
	forms: string;
	courses: string;
	tags: string;
	isAnyDisabled: number;
	workflow: number | null;
	firstStage: number;
	chosen: string;
	isMoved: number;
}

const gone = "This does not exist. Choose another one.";

/** Says beside the fields which of the same does not hold; undefined if all does. */
export const findFaults = async (ctx: OrgContext, fields: References, id = "") => {
	const { db, organisationId } = ctx;
	const all = (subquery: SQL, column: string) => sql`(SELECT json_group_array(${sql.raw(column)}) FROM ${subquery})`;
	const [found] = await db.all<Found>(sql`SELECT
		${all(unknownForms(ctx, fields), "value")} AS forms,
		${all(unknownIn(ctx, "courses", courseIdsOf(fields)), "value")} AS courses,
		${all(unknownIn(ctx, "application_group_items", fields.groupItemIds), "value")} AS tags,
		EXISTS ${newlyDisabled(ctx, id, fields.groupItemIds)} AS isAnyDisabled,
		(SELECT 1 FROM workflows WHERE organisation_id = ${organisationId} AND id = ${fields.workflowId}) AS workflow,
		EXISTS ${firstStageOf(ctx, fields.workflowId)} AS firstStage,
		(SELECT json_group_array(json_object('id', id, 'code', code)) FROM courses WHERE organisation_id = ${organisationId}
			AND id IN ${chosenOutside(ctx, id, courseIdsOf(fields))}) AS chosen,
		EXISTS ${movedFrom(ctx, id, fields.workflowId)} AS isMoved`);
	if (!found) return undefined;
	const [forms, courses] = [JSON.parse(found.forms) as string[], JSON.parse(found.courses) as string[]];
	const faults: Record<string, string[]> = {};
	if (forms.includes(fields.formId)) faults.formId = [gone];
	for (const [index, { courseId, formId }] of fields.courses.entries()) {
		if (courses.includes(courseId)) faults[`courses[${index}].courseId`] = [gone];
		if (formId !== null && forms.includes(formId)) faults[`courses[${index}].formId`] = [gone];
	}
	if (found.tags !== "[]") faults.groupItemIds = ["One of these does not exist. Choose again."];
	else if (found.isAnyDisabled === 1) faults.groupItemIds = ["One of these is disabled. Choose again."];
	if (found.workflow === null) faults.workflowId = [gone];
	else if (found.firstStage === 0) faults.workflowId = ["This workflow has no first stage. Choose another one."];
	if (Object.keys(faults).length > 0) return fail("application_refers_wrongly", { fields: faults });
	const chosen = JSON.parse(found.chosen) as { id: string; code: string }[];
	if (chosen.length > 0)
		return fail("application_course_in_use", {
			fields: { courses: chosen.map(({ code }) => `${code} has applicants, so it cannot be removed.`) },
			details: { courseIds: chosen.map(({ id }) => id) },
		});
	if (found.isMoved === 1)
		return fail("application_workflow_in_use", {
			fields: { workflowId: ["Applicants are at stages of the present workflow, so it cannot be changed."] },
		});
	return undefined;
};
