import { and, asc, desc, eq, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { remembered } from "#worker/database/remembered";
import { applications } from "#worker/database/schema/applications";
import { roles } from "#worker/database/schema/auth";
import { templates, workflowStepAttachments, workflowSteps } from "#worker/database/schema/workflows";
import { andWithin } from "#worker/database/scope";
import { sendsSms } from "#worker/gateways/sms/choose-sms";
import type { WorkflowUse } from "#worker/services/workflows/contract";
import { isDrafted } from "#worker/services/workflows/drafts.queries";

/** An application's steps in order; one row without a step when it has none, nothing for an unknown one. */
export const selectStepsOfApplication = ({ db, organisationId }: OrgContext, applicationId: string | SQL) =>
	db
		.select({
			applicationId: applications.id,
			title: applications.title,
			id: workflowSteps.id,
			name: workflowSteps.name,
			type: workflowSteps.type,
		})
		.from(applications)
		.leftJoin(
			workflowSteps,
			and(
				eq(workflowSteps.organisationId, applications.organisationId),
				eq(workflowSteps.workflowId, applications.workflowId),
			),
		)
		.where(and(eq(applications.organisationId, organisationId), eq(applications.id, applicationId)))
		.orderBy(asc(workflowSteps.position));

/** Reads an application's title, and its steps in order; undefined for an unknown one. */
export const findTitleAndSteps = (ctx: OrgContext, applicationId: string) =>
	remembered(ctx, `steps of ${applicationId}`, async () => {
		const rows = await selectStepsOfApplication(ctx, applicationId);
		return rows[0] && { title: rows[0].title, steps: toSteps(rows) };
	});

export const stepsOfApplication = async (ctx: OrgContext, applicationId: string) =>
	(await findTitleAndSteps(ctx, applicationId))?.steps;

export const toSteps = (rows: Awaited<ReturnType<typeof selectStepsOfApplication>>) =>
	rows.flatMap(({ id, name, type }) => (id === null || name === null || type === null ? [] : [{ id, name, type }]));

/** Reads what a stage can be given. */
export const findChoices = async ({ db, organisationId, env }: OrgContext) => {
	const [found, ofRoles] = await Promise.all([
		db
			.select({ id: templates.id, name: templates.name, active: templates.active, type: templates.type })
			.from(templates)
			.where(eq(templates.organisationId, organisationId))
			.orderBy(asc(templates.name), asc(templates.id)),
		db
			.select({ id: roles.id, name: roles.name })
			.from(roles)
			.where(eq(roles.organisationId, organisationId))
			.orderBy(asc(roles.name), asc(roles.id)),
	]);
	const ofType = (wanted: string) => found.filter(({ type }) => type === wanted).map(({ type: _, ...one }) => one);
	const ofTypes = { emailTemplates: ofType("email"), pdfTemplates: ofType("document"), smsTemplates: ofType("sms") };
	return { ...ofTypes, sendsSms: sendsSms(env), roles: ofRoles };
};

/** Reads the applications that use a workflow, with the kept counts of their stages. */
export const findUses = async (ctx: OrgContext, workflowId: string): Promise<WorkflowUse[]> => {
	const { db, organisationId } = ctx;
	const rows = await db
		.select({
			id: applications.id,
			title: applications.title,
			active: applications.active,
			stages: sql<string>`(SELECT json_group_array(json_object('stepId', step_id, 'applicants', applicants)) FROM (
				SELECT counted.step_id, sum(counted.applicants) AS applicants FROM applicant_counts AS counted
				WHERE counted.organisation_id = ${organisationId} AND counted.application_id = ${applications.id}
					${andWithin(ctx, sql`counted.course_id`)}
				GROUP BY counted.step_id HAVING sum(counted.applicants) > 0))`.as("stages"),
		})
		.from(applications)
		.where(and(eq(applications.organisationId, organisationId), eq(applications.workflowId, workflowId)))
		.orderBy(desc(applications.createdAt), desc(applications.id));
	return rows.map(({ stages, ...application }) => ({ ...application, stages: JSON.parse(stages) }));
};

/** Finds a file of a step that goes with its email, live or in the draft, and where it is stored. */
export const findStepFile = async (
	ctx: OrgContext,
	{ id, stepId, attachmentId }: { id: string; stepId: string; attachmentId: string },
) => {
	const { db, organisationId } = ctx;
	const { name, mimetype, size, objectKey } = workflowStepAttachments;
	const [found] = await db
		.select({ name, mimetype, size, objectKey })
		.from(workflowStepAttachments)
		.where(
			and(
				eq(workflowStepAttachments.organisationId, organisationId),
				eq(workflowStepAttachments.id, attachmentId),
				eq(workflowStepAttachments.stepId, stepId),
				sql`(EXISTS (SELECT 1 FROM workflow_steps AS step WHERE step.organisation_id = ${organisationId}
					AND step.id = ${stepId} AND step.workflow_id = ${id}) OR ${isDrafted(ctx, id, stepId)})`,
			),
		);
	return found;
};

/** Reads where files of steps are stored. */
export const findStoredFiles = ({ db, organisationId }: OrgContext, ids: readonly string[]) => {
	const { id, name, mimetype, size, objectKey } = workflowStepAttachments;
	return db
		.select({ id, name, mimetype, size, objectKey })
		.from(workflowStepAttachments)
		.where(
			and(
				eq(workflowStepAttachments.organisationId, organisationId),
				sql`${id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
			),
		);
};
