import { and, asc, count, eq, inArray, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { OrgContext } from "#worker/context";
import { remembered } from "#worker/database/remembered";
import { applications } from "#worker/database/schema/applications";
import { templates, workflowStepAttachments, workflowSteps, workflows } from "#worker/database/schema/workflows";

const emailTemplates = alias(templates, "email_templates");
const pdfTemplates = alias(templates, "pdf_templates");

/** The files of those steps, each step's in the order they were added. */
const selectAttachments = ({ db, organisationId }: OrgContext, matching: SQL) => {
	const { stepId, id, name, mimetype, size, createdAt } = workflowStepAttachments;
	const steps = db
		.select({ id: workflowSteps.id })
		.from(workflowSteps)
		.where(and(eq(workflowSteps.organisationId, organisationId), matching));
	return db
		.select({ stepId, id, name, mimetype, size })
		.from(workflowStepAttachments)
		.where(and(eq(workflowStepAttachments.organisationId, organisationId), inArray(stepId, steps)))
		.orderBy(asc(createdAt), asc(id));
};

const findSteps = async (ctx: OrgContext, matching: SQL) => {
	const [steps, attachments] = await Promise.all([selectSteps(ctx, matching), selectAttachments(ctx, matching)]);
	return steps.map((step) => ({ ...step, attachments: attachments.filter(({ stepId }) => stepId === step.id) }));
};

const selectSteps = ({ db, organisationId }: OrgContext, matching: SQL) =>
	db
		.select({
			workflowId: workflowSteps.workflowId,
			id: workflowSteps.id,
			name: workflowSteps.name,
			type: workflowSteps.type,
			emailTemplate: { id: emailTemplates.id, name: emailTemplates.name },
			pdfTemplate: { id: pdfTemplates.id, name: pdfTemplates.name },
		})
		.from(workflowSteps)
		.leftJoin(
			emailTemplates,
			and(
				eq(emailTemplates.organisationId, workflowSteps.organisationId),
				eq(emailTemplates.id, workflowSteps.emailTemplateId),
			),
		)
		.leftJoin(
			pdfTemplates,
			and(
				eq(pdfTemplates.organisationId, workflowSteps.organisationId),
				eq(pdfTemplates.id, workflowSteps.pdfTemplateId),
			),
		)
		.where(and(eq(workflowSteps.organisationId, organisationId), matching))
		.orderBy(asc(workflowSteps.workflowId), asc(workflowSteps.position));

/** An application's steps in order; one row without a step when it has none, nothing for an unknown one. */
export const selectStepsOfApplication = ({ db, organisationId }: OrgContext, applicationId: string | SQL) =>
	db
		.select({
			applicationId: applications.id,
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

export const stepsOfApplication = (ctx: OrgContext, applicationId: string) =>
	remembered(ctx, `steps of ${applicationId}`, async () => {
		const rows = await selectStepsOfApplication(ctx, applicationId);
		return rows.length === 0 ? undefined : toSteps(rows);
	});

export const toSteps = (rows: Awaited<ReturnType<typeof selectStepsOfApplication>>) =>
	rows.flatMap(({ id, name, type }) => (id === null || name === null || type === null ? [] : [{ id, name, type }]));

export const pageOfWorkflows = async (ctx: OrgContext, { page, size }: { page: number; size: number }) => {
	const { db, organisationId } = ctx;
	const ofOrganisation = eq(workflows.organisationId, organisationId);
	const onPage = db
		.select({ id: workflows.id })
		.from(workflows)
		.where(ofOrganisation)
		.orderBy(asc(workflows.name))
		.limit(size)
		.offset(page * size);
	// why: not one batch; there, columns of the same name in two joined tables fall on top of each other.
	const [rows, steps, total] = await Promise.all([
		db
			.select({ id: workflows.id, name: workflows.name })
			.from(workflows)
			.where(ofOrganisation)
			.orderBy(asc(workflows.name))
			.limit(size)
			.offset(page * size),
		findSteps(ctx, inArray(workflowSteps.workflowId, onPage)),
		db.select({ rows: count() }).from(workflows).where(ofOrganisation),
	]);
	const data = rows.map((workflow) => ({
		...workflow,
		steps: steps.filter((step) => step.workflowId === workflow.id),
	}));
	return { data, resultTotal: total[0]?.rows ?? 0, page, size };
};

export const findWorkflow = async (ctx: OrgContext, workflowId: string) => {
	const { db, organisationId } = ctx;
	const [[workflow], steps] = await Promise.all([
		db
			.select({ id: workflows.id, name: workflows.name })
			.from(workflows)
			.where(and(eq(workflows.organisationId, organisationId), eq(workflows.id, workflowId))),
		findSteps(ctx, eq(workflowSteps.workflowId, workflowId)),
	]);
	return workflow && { ...workflow, steps };
};
