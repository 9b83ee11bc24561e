import { and, eq, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import { insertFrom } from "#worker/database/insert-from";
import { workflowStepAttachments, workflowSteps } from "#worker/database/schema/workflows";
import type { StepFields } from "#worker/services/workflows/contract";
import { isOnlyDrafted } from "#worker/services/workflows/drafts.queries";

const stepOf = (field: keyof StepFields): SQL => sql`value ->> ${sql.raw(`'$.${field}'`)}`;
/** A list as it is stored: nothing where it is empty or null, for there is no rule then. */
const listOf = (field: keyof StepFields): SQL => {
	const path = sql.raw(`'$.${field}'`);
	return sql`CASE WHEN value ->> ${path} IS NOT NULL THEN json(value -> ${path}) END`;
};
const ruleOf = (field: keyof StepFields): SQL => sql`nullif(${listOf(field)}, '[]')`;

/** Replaces the steps of a workflow, in order. why all: the guarded statement has checked them. */
export const writeSteps = (
	{ db, organisationId }: OrgContext,
	workflowId: string,
	steps: readonly StepFields[],
): Write[] => [
	db
		.delete(workflowSteps)
		.where(and(eq(workflowSteps.organisationId, organisationId), eq(workflowSteps.workflowId, workflowId))),
	insertFrom(
		db,
		workflowSteps,
		{
			organisationId,
			workflowId,
			id: stepOf("id"),
			name: stepOf("name"),
			type: stepOf("type"),
			position: sql`key`,
			emailTemplateId: stepOf("emailTemplateId"),
			pdfTemplateId: stepOf("pdfTemplateId"),
			smsTemplateId: stepOf("smsTemplateId"),
			nextStepIds: listOf("nextStepIds"),
			roleIds: ruleOf("roleIds"),
			requirements: ruleOf("requirements"),
			needsApproval: sql`coalesce(${stepOf("needsApproval")}, 0)`,
		},
		sql`FROM json_each(${JSON.stringify(steps)})`,
	),
];

/** Attaches the files that the steps name, and no others of these steps. */
export const placeFiles = ({ db, organisationId, now }: OrgContext, steps: readonly StepFields[]): Write => {
	const named = JSON.stringify(steps.flatMap(({ attachmentIds }) => attachmentIds));
	return db
		.update(workflowStepAttachments)
		.set({
			removedAt: sql`CASE WHEN ${workflowStepAttachments.id} IN (SELECT value FROM json_each(${named})) THEN NULL
				ELSE coalesce(${workflowStepAttachments.removedAt}, ${now()}) END`,
		})
		.where(
			and(
				eq(workflowStepAttachments.organisationId, organisationId),
				sql`${workflowStepAttachments.stepId} IN (SELECT value
					FROM json_each(${JSON.stringify(steps.map(({ id }) => id))}))`,
			),
		);
};

/**
 * Deletes the steps of a workflow with the rows of their files, and of those of steps that it had, or that are in its draft.
 * why not the files: emails and copies may have them.
 */
export const removeSteps = ({ db, organisationId }: OrgContext, workflowId: string): Write[] => {
	const steps = and(eq(workflowSteps.organisationId, organisationId), eq(workflowSteps.workflowId, workflowId));
	const idsIn = (states: SQL, from: SQL) => sql`SELECT step.value ->> 'id' FROM ${from}
		CROSS JOIN json_each(${states}) AS state CROSS JOIN json_each(state.value, '$.steps') AS step`;
	return [
		db.delete(workflowStepAttachments).where(
			and(
				eq(workflowStepAttachments.organisationId, organisationId),
				sql`${workflowStepAttachments.stepId} IN (
					SELECT id FROM workflow_steps WHERE organisation_id = ${organisationId} AND workflow_id = ${workflowId}
					UNION ALL ${idsIn(sql`draft.states`, sql`workflow_drafts AS draft`)}
						WHERE draft.organisation_id = ${organisationId} AND draft.workflow_id = ${workflowId}
					UNION ALL ${idsIn(sql`json_array(json(change.before), json(change.after))`, sql`record_changes AS change`)}
						WHERE change.organisation_id = ${organisationId} AND change.kind = 'workflow'
							AND change.record_id = ${workflowId})`,
				// why: an id that this workflow had is another one's where a client has given it that.
				sql`NOT EXISTS (SELECT 1 FROM workflow_steps AS other WHERE other.organisation_id = ${organisationId}
					AND other.id = workflow_step_attachments.step_id AND other.workflow_id <> ${workflowId})`,
			),
		),
		db.delete(workflowSteps).where(steps),
	];
};

/** Deletes the rows of files of these that were named by drafts alone, and returns where the files are stored. */
export const deleteDraftedFiles = (
	{ db, organisationId }: Pick<OrgContext, "db" | "organisationId">,
	workflowId: string,
	ids: readonly string[],
	onlyIf?: SQL,
) =>
	db
		.delete(workflowStepAttachments)
		.where(and(isOnlyDrafted({ organisationId }, workflowId, ids), onlyIf))
		.returning({ objectKey: workflowStepAttachments.objectKey });

type UploadedFile = Pick<
	typeof workflowStepAttachments.$inferInsert,
	"id" | "stepId" | "name" | "mimetype" | "size" | "objectKey"
>;

/** Notes uploaded files, which no step has yet. */
export const writeUploadedFiles = (
	{ db, organisationId, now }: OrgContext,
	files: readonly UploadedFile[],
): Promise<unknown> =>
	insertFrom(
		db,
		workflowStepAttachments,
		{
			organisationId,
			id: sql`value ->> 'id'`,
			stepId: sql`value ->> 'stepId'`,
			name: sql`value ->> 'name'`,
			mimetype: sql`value ->> 'mimetype'`,
			size: sql`value ->> 'size'`,
			objectKey: sql`value ->> 'objectKey'`,
			createdAt: sql`${now()} + key`,
			removedAt: now(),
		},
		sql`FROM json_each(${JSON.stringify(files)})`,
	).run();

/** Forgets uploaded files that no step has got. */
export const deleteUploadedFiles = ({ db, organisationId }: OrgContext, ids: readonly string[]): Promise<unknown> =>
	db
		.delete(workflowStepAttachments)
		.where(
			and(
				eq(workflowStepAttachments.organisationId, organisationId),
				sql`${workflowStepAttachments.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
				sql`${workflowStepAttachments.removedAt} IS NOT NULL`,
			),
		)
		.run();
