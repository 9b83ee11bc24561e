import { and, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { isOneOf } from "#worker/database/is-one-of";
import { roles } from "#worker/database/schema/auth";
import { templates, workflowDrafts, workflowStepAttachments } from "#worker/database/schema/workflows";
import { deletedRole, type WorkflowStep } from "#worker/services/workflows/contract";

export const isDraft = ({ organisationId }: Pick<OrgContext, "organisationId">, workflowId: string): SQL | undefined =>
	and(eq(workflowDrafts.organisationId, organisationId), eq(workflowDrafts.workflowId, workflowId));

export const findDraft = async (ctx: OrgContext, workflowId: string) => {
	const { base, states, state, updatedAt } = workflowDrafts;
	const [found] = await ctx.db
		.select({ base, states, state, updatedAt })
		.from(workflowDrafts)
		.where(isDraft(ctx, workflowId));
	return found;
};
export type DraftRow = NonNullable<Awaited<ReturnType<typeof findDraft>>>;
export type DraftState = DraftRow["states"][number];
/** A step as a draft keeps it: its fields, with its id. */
export type DraftedStep = DraftState["steps"][number];

/** The condition that a workflow has a draft that was not discarded. */
export const hasDraft = (organisationId: SQL, workflowId: SQL): SQL =>
	sql`EXISTS (SELECT 1 FROM workflow_drafts AS draft
		WHERE draft.organisation_id = ${organisationId} AND draft.workflow_id = ${workflowId} AND draft.state >= 0)`;

/** The condition that the draft of a workflow is still this version of it. */
export const isDraftOf = ({ organisationId }: OrgContext, workflowId: string, updatedAt: number): SQL =>
	sql`EXISTS (SELECT 1 FROM workflow_drafts AS draft WHERE draft.organisation_id = ${organisationId}
		AND draft.workflow_id = ${workflowId} AND draft.updated_at = ${updatedAt})`;

/** The condition that the draft of a workflow has a step. */
export const isDrafted = ({ organisationId }: OrgContext, workflowId: string, stepId: string): SQL =>
	sql`EXISTS (SELECT 1 FROM workflow_drafts AS draft
			CROSS JOIN json_each(draft.states, '$[' || draft.state || '].steps') AS drafted
		WHERE draft.organisation_id = ${organisationId} AND draft.workflow_id = ${workflowId} AND draft.state >= 0
			AND drafted.value ->> 'id' = ${stepId})`;

interface Drafted {
	steps: readonly { attachmentIds: readonly string[] }[];
}

const filesOf = (states: readonly Drafted[]): string[] =>
	states.flatMap(({ steps }) => steps.flatMap(({ attachmentIds }) => attachmentIds));

/** Returns the files that states of a draft name and those that are left of it do not. */
export const filesLost = (states: readonly Drafted[], left: readonly Drafted[]): string[] => {
	const named = new Set(filesOf(left));
	return [...new Set(filesOf(states))].filter((id) => !named.has(id));
};

/**
 * The condition that files of these were named by drafts alone: no stage has them, nor had by the history, from which it can
 * be restored. No email and no copy of the workflow has such a file.
 */
export const isOnlyDrafted = (
	{ organisationId }: Pick<OrgContext, "organisationId">,
	workflowId: string,
	ids: readonly string[],
): SQL | undefined => {
	const isIn = (state: string) => sql.raw(`instr(change.${state}, '"' || workflow_step_attachments.id || '"') > 0`);
	return and(
		eq(workflowStepAttachments.organisationId, organisationId),
		isOneOf(workflowStepAttachments.id, ids),
		isNotNull(workflowStepAttachments.removedAt),
		sql`NOT EXISTS (SELECT 1 FROM record_changes AS change WHERE change.organisation_id = ${organisationId}
			AND change.kind = 'workflow' AND change.record_id = ${workflowId} AND (${isIn("before")} OR ${isIn("after")}))`,
	);
};

/** Reads where files of these are stored that were named by drafts alone. */
export const findDraftedFiles = async (
	ctx: OrgContext,
	workflowId: string,
	ids: readonly string[],
): Promise<string[]> => {
	if (ids.length === 0) return [];
	const rows = await ctx.db
		.select({ objectKey: workflowStepAttachments.objectKey })
		.from(workflowStepAttachments)
		.where(isOnlyDrafted(ctx, workflowId, ids));
	return rows.map(({ objectKey }) => objectKey);
};

/** Returns steps of a draft as they are read: what they are given with its name. */
export const nameSteps = async (
	{ db, organisationId }: OrgContext,
	steps: readonly DraftedStep[],
): Promise<WorkflowStep[]> => {
	const templateIds = steps
		.flatMap((step) => [step.emailTemplateId, step.pdfTemplateId, step.smsTemplateId])
		.filter((one) => one !== null);
	const { id, name, mimetype, size, createdAt } = workflowStepAttachments;
	const [ofTemplates, ofRoles, files] = await db.batch([
		db
			.select({ id: templates.id, name: templates.name })
			.from(templates)
			.where(and(eq(templates.organisationId, organisationId), isOneOf(templates.id, templateIds))),
		db
			.select({ id: roles.id, name: roles.name })
			.from(roles)
			.where(
				and(
					eq(roles.organisationId, organisationId),
					isOneOf(
						roles.id,
						steps.flatMap(({ roleIds }) => roleIds),
					),
				),
			),
		db
			.select({ id, name, mimetype, size, createdAt })
			.from(workflowStepAttachments)
			.where(
				and(
					eq(workflowStepAttachments.organisationId, organisationId),
					isOneOf(
						id,
						steps.flatMap(({ attachmentIds }) => attachmentIds),
					),
				),
			),
	]);
	const named = (among: readonly { id: string; name: string }[], wanted: string, otherwise: string) => ({
		id: wanted,
		name: among.find((one) => one.id === wanted)?.name ?? otherwise,
	});
	// why named still: publishing refuses it until another one is chosen.
	const template = (wanted: string | null) =>
		wanted === null ? null : named(ofTemplates, wanted, "A template that was deleted");
	const inOrder = files.sort((one, other) => one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1));
	return steps.map((step) => ({
		id: step.id,
		name: step.name,
		type: step.type,
		emailTemplate: template(step.emailTemplateId),
		pdfTemplate: template(step.pdfTemplateId),
		smsTemplate: template(step.smsTemplateId),
		attachments: inOrder
			.filter((file) => step.attachmentIds.includes(file.id))
			.map(({ createdAt: _, ...file }) => file),
		nextStepIds: step.nextStepIds,
		roles: step.roleIds.map((wanted) => named(ofRoles, wanted, deletedRole)),
		requirements: step.requirements,
		needsApproval: step.needsApproval,
	}));
};
