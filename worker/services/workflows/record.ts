import { and, sql } from "drizzle-orm";
import { containsWords } from "#worker/database/contains-words";
import { folded } from "#worker/database/folded";
import { workflows } from "#worker/database/schema/workflows";
import { defineRecord } from "#worker/records/queries";
import { deletedRole, fieldsOfStep, type StepFields, workflowRecord } from "#worker/services/workflows/contract";
import { type DraftRow, hasDraft, isDraftOf } from "#worker/services/workflows/drafts.queries";
import { removeDraft } from "#worker/services/workflows/drafts.writes";
import { findFaults, refersRightly, refuseBound } from "#worker/services/workflows/references.queries";
import { deleteDraftedFiles, placeFiles, removeSteps, writeSteps } from "#worker/services/workflows/writes";

const own = sql`workflows.organisation_id`;

/** A template by its name, as JSON; null when it was deleted. */
const template = (id: string) => sql`(SELECT json_object('id', template.id, 'name', template.name)
	FROM templates AS template WHERE template.organisation_id = ${own} AND template.id = step.${sql.raw(id)})`;

/** The steps in order, as JSON. */
const steps = sql<string>`(SELECT json_group_array(json_object('id', step.id, 'name', step.name, 'type', step.type,
		'emailTemplate', json(${template("email_template_id")}), 'pdfTemplate', json(${template("pdf_template_id")}),
		'smsTemplate', json(${template("sms_template_id")}),
		'attachments', (SELECT json_group_array(json_object('id', id, 'name', name, 'mimetype', mimetype, 'size', size)) FROM (
			SELECT file.id, file.name, file.mimetype, file.size FROM workflow_step_attachments AS file
			WHERE file.organisation_id = ${own} AND file.step_id = step.id AND file.removed_at IS NULL
			ORDER BY file.created_at, file.id)),
		'nextStepIds', json(step.next_step_ids),
		'roles', (SELECT json_group_array(json_object('id', asked.value, 'name', coalesce(role.name, ${deletedRole})))
			FROM json_each(coalesce(step.role_ids, '[]')) AS asked
			LEFT JOIN roles AS role ON role.organisation_id = ${own} AND role.id = asked.value),
		'requirements', json(coalesce(step.requirements, '[]')),
		'needsApproval', json(iif(step.needs_approval, 'true', 'false')))) FROM (
	SELECT * FROM workflow_steps AS one WHERE one.organisation_id = ${own} AND one.workflow_id = workflows.id
	ORDER BY one.position) AS step)`;

const applications = sql<number>`(SELECT count(*) FROM applications AS used
	WHERE used.organisation_id = ${own} AND used.workflow_id = workflows.id)`;

const firstStep: StepFields = {
	name: "Apply",
	type: "REGISTRATION",
	emailTemplateId: null,
	pdfTemplateId: null,
	smsTemplateId: null,
	attachmentIds: [],
	nextStepIds: null,
	roleIds: [],
	requirements: [],
	needsApproval: false,
};

export const workflow = defineRecord({
	kind: "workflow",
	endpoints: workflowRecord,
	table: workflows,
	isConfiguration: "number",
	columns: { name: workflows.name, steps, applications, hasDraft: hasDraft(own, sql`workflows.id`) },
	toRow: ({ steps, hasDraft: drafted, ...row }) =>
		({ ...row, steps: JSON.parse(String(steps)), hasDraft: drafted === 1 }) as never,
	toState: ({ name, steps }) => ({ name, steps: steps.map(fieldsOfStep) }),
	toColumns: ({ name }) => ({ name }),
	complete: ({ newId }, { name, steps }, before) => ({
		name,
		steps: (steps ?? before?.steps.map(fieldsOfStep) ?? [firstStep]).map(({ id = newId(), ...step }) => ({
			id,
			...step,
		})),
	}),
	sorts: { name: folded(workflows.name), created: workflows.createdAt },
	matching: (_, { name }) => containsWords(name, workflows.name),
	nameOf: ({ name }) => name,
	duplicate: {
		index: "workflows_by_name",
		field: "name",
		create: "workflow_exists",
		update: "workflow_exists",
		text: () => "Workflow name already exists",
	},
	check: (ctx, { steps = [] }, id) => findFaults(ctx, steps, id),
	checkRemoval: (ctx) => refuseBound(ctx),
	holds: (ctx, { steps = [] }, id) => refersRightly(ctx, steps, id),
	writes: (ctx, { id, steps = [] }) => [...writeSteps(ctx, id, steps), placeFiles(ctx, steps)],
	removes: (ctx, id) => [...removeSteps(ctx, id), removeDraft(ctx, id)],
	uses: {
		code: "workflow_in_use",
		by: ({ organisationId }, id) => [
			sql`SELECT 1 FROM applications WHERE organisation_id = ${organisationId} AND workflow_id = ${id}`,
		],
	},
});

/**
 * A workflow whose change takes its draft, if that is still as it was read. @param lost the files that the draft named, and
 * the workflow does not
 */
export const workflowOfDraft = (
	{ updatedAt }: Pick<DraftRow, "updatedAt">,
	lost: readonly string[],
): typeof workflow => ({
	...workflow,
	holds: (ctx, fields, id = "") => and(workflow.holds?.(ctx, fields, id), isDraftOf(ctx, id, updatedAt)),
	writes: (ctx, after, before) => [
		...(workflow.writes?.(ctx, after, before) ?? []),
		removeDraft(ctx, after.id),
		...(lost.length > 0 ? [deleteDraftedFiles(ctx, after.id, lost)] : []),
	],
});
