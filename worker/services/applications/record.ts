import { sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { anyOf, holdsAny, type Permission } from "#worker/contract/permissions";
import { fail } from "#worker/contract/result";
import { folded } from "#worker/database/folded";
import { applications } from "#worker/database/schema/applications";
import { andWithin, isBound, isWithin, type Scope } from "#worker/database/scope";
import { defineRecord, type KindOf } from "#worker/records/queries";
import { type Application, type ApplicationRow, applicationRecord } from "#worker/services/applications/contract";
import { findFaults, refersRightly } from "#worker/services/applications/references.queries";
import { offerCourses, tagApplication } from "#worker/services/applications/writes";
import { removeViewsOf } from "#worker/services/saved-views/writes";

const own = sql`applications.organisation_id`;

/** why two ways: the size of an application is kept for everybody's applicants; of some courses there are their counts. */
const applicants = (ctx: OrgContext) =>
	isBound(ctx)
		? sql<number>`(SELECT coalesce(sum(counted.applicants), 0) FROM applicant_counts AS counted
			WHERE counted.organisation_id = ${own} AND counted.application_id = applications.id
				${andWithin(ctx, sql`counted.course_id`)})`
		: sql<number>`coalesce((SELECT counted.applicants FROM application_sizes AS counted
			WHERE counted.organisation_id = ${own} AND counted.application_id = applications.id), 0)`;

/** An application is open from its start until its end; without one it is open on that side. `hasStatus` is the same rule. */
const status = ({ now }: OrgContext) => sql<string>`CASE WHEN applications.starts_at > ${now()} THEN 'upcoming'
	WHEN applications.ends_at <= ${now()} THEN 'closed' ELSE 'open' END`;

/** The items that it carries, as JSON. */
const tags = sql<string>`(SELECT json_group_array(json_object('id', id, 'name', name, 'groupId', group_id)) FROM (
	SELECT item.id, item.name, item.group_id FROM application_tags AS tag
		JOIN application_group_items AS item ON item.organisation_id = tag.organisation_id AND item.id = tag.group_item_id
		WHERE tag.organisation_id = ${own} AND tag.application_id = applications.id ORDER BY item.name))`;

/** Returns the scope in which the caller sees applicants; that of the request for a caller who sees none. */
export const seenScope = ({ actor, scope, scopeFor }: OrgContext): Scope =>
	holdsAny(actor.privileges, seesApplicants) ? scopeFor(seesApplicants) : scope;

const seesApplicants = anyOf("candidate");

export const changeScope = ({ scopeFor }: OrgContext): Scope => scopeFor(changesApplicants);

const changesApplicants: readonly Permission[] = ["candidate:u"];

/** The courses that it offers, as JSON. */
const offered = (
	ctx: OrgContext,
) => sql<string>`(SELECT json_group_array(json_object('formId', coalesce(form, applications.form_design_id),
		'hasOwnForm', json(iif(form IS NULL, 'false', 'true')), 'applicants', applicants, 'reach', reach,
		'course', json_object('id', id, 'code', code, 'title', title, 'administrationLevelItemId', item))) FROM (
	SELECT course.id, course.code, course.title, course.admin_level_item_id AS item, offered.form_design_id AS form,
			CASE WHEN ${isWithin({ scope: changeScope(ctx) }, sql`course.id`)} THEN 'changed'
				WHEN ${isWithin({ scope: seenScope(ctx) }, sql`course.id`)} THEN 'seen' ELSE 'none' END AS reach,
			(SELECT coalesce(sum(counted.applicants), 0) FROM applicant_counts AS counted
				WHERE counted.organisation_id = ${own} AND counted.application_id = applications.id
					AND counted.course_id = course.id ${andWithin(ctx, sql`counted.course_id`)}) AS applicants
		FROM application_courses AS offered
		JOIN courses AS course ON course.organisation_id = offered.organisation_id AND course.id = offered.course_id
		WHERE offered.organisation_id = ${own} AND offered.application_id = applications.id
		ORDER BY offered.position, course.code))`;

/** The workflow with its steps, as JSON. */
const workflow = sql<string>`(SELECT json_object('id', workflow.id, 'name', workflow.name, 'steps', (
		SELECT json_group_array(json_object('id', id, 'name', name, 'type', type)) FROM (
			SELECT step.id, step.name, step.type FROM workflow_steps AS step
			WHERE step.organisation_id = ${own} AND step.workflow_id = workflow.id ORDER BY step.position)))
	FROM workflows AS workflow WHERE workflow.organisation_id = ${own} AND workflow.id = applications.workflow_id)`;

const ofRow = {
	title: applications.title,
	active: applications.active,
	status,
	applicants,
	tags,
	startsAt: applications.startsAt,
	endsAt: applications.endsAt,
};

const parsed = (json: unknown) => JSON.parse(String(json));

/** The application as the kernel of records keeps it. */
export const application = defineRecord({
	kind: "application",
	endpoints: applicationRecord,
	table: applications,
	isConfiguration: "number",
	columns: {
		...ofRow,
		offered,
		workflow,
		formId: applications.formDesignId,
		numberFormat: applications.numberFormat,
		introduction: applications.introduction,
		confirmation: applications.confirmation,
	},
	toRow: ({ tags, offered, workflow, ...row }) =>
		({
			...row,
			applicationGroupItems: parsed(tags),
			courses: parsed(offered),
			workflow: workflow === null ? { id: "", name: "", steps: [] } : parsed(workflow),
		}) as Application,
	toState: ({ courses, workflow, applicationGroupItems, ...row }) => ({
		...row,
		workflowId: workflow.id,
		courses: courses.map(({ course, formId, hasOwnForm }) => ({
			courseId: course.id,
			formId: hasOwnForm ? formId : null,
		})),
		groupItemIds: applicationGroupItems.map(({ id }) => id).sort(),
	}),
	toColumns: ({ formId, courses: _, groupItemIds: __, ...fields }) => ({ ...fields, formDesignId: formId }),
	sorts: { created: applications.createdAt, title: folded(applications.title) },
	nameOf: ({ title }) => title,
	duplicate: {
		index: "applications_by_title",
		field: "title",
		create: "application_exists",
		update: "application_exists",
		text: () => "Application already exists",
	},
	check: async (ctx, fields, id) => {
		// why: its dates, form and workflow are those of applicants everywhere.
		if (isBound(ctx)) return fail("whole_institution_needed");
		const { startsAt, endsAt } = fields;
		if (startsAt !== null && endsAt !== null && endsAt <= startsAt)
			return fail("application_dates_wrong", { fields: { endsAt: ["The end must be after the beginning."] } });
		return findFaults(ctx, fields, id);
	},
	holds: (ctx, fields, id) => refersRightly(ctx, fields, id),
	writes: (ctx, { id, courses, groupItemIds }) => [
		...offerCourses(ctx, id, courses),
		...tagApplication(ctx, id, groupItemIds),
	],
	checkRemoval: (ctx) => (isBound(ctx) ? fail("whole_institution_needed") : undefined),
	removes: (ctx, id) => [...offerCourses(ctx, id, []), ...tagApplication(ctx, id, []), removeViewsOf(ctx, id)],
	uses: {
		code: "application_in_use",
		by: ({ organisationId }, id) =>
			[sql`applicant_counts WHERE applicants > 0 AND`, sql`candidate_groups WHERE`, sql`transactions WHERE`].map(
				(of) => sql`SELECT 1 FROM ${of} organisation_id = ${organisationId} AND application_id = ${id}`,
			),
	},
});

/** The same as a list shows it. */
export const listedApplication = {
	...application,
	columns: ofRow,
	toRow: ({ tags, ...row }: Record<string, unknown>) => ({ ...row, applicationGroupItems: parsed(tags) }),
} as unknown as KindOf<ApplicationRow>;
