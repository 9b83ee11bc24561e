import { and, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { fail } from "#worker/contract/result";
import { isKnownStageType } from "#worker/contract/stage-types";
import { isBound } from "#worker/database/scope";
import { organisationById } from "#worker/services/organisation/queries";
import { type StepFields, stillUndoable } from "#worker/services/workflows/contract";

type Steps = readonly StepFields[];

const listed = (values: readonly unknown[]): SQL => sql`json_each(${JSON.stringify(values)})`;

/** A subquery: ids of other workflows' steps among these. */
const stepsElsewhere = ({ organisationId }: OrgContext, steps: Steps, workflowId: string | undefined): SQL =>
	sql`(SELECT other.id FROM ${listed(steps.map(({ id }) => id))} AS asked JOIN workflow_steps AS other
		ON other.organisation_id = ${organisationId} AND other.id = asked.value
			AND other.workflow_id <> ${workflowId ?? ""})`;

/** A subquery: the templates among these that are not of the type, or do not exist. */
const otherTemplates = (
	{ organisationId }: OrgContext,
	ids: readonly (string | null)[],
	type: "email" | "document" | "sms",
): SQL =>
	sql`(SELECT asked.value FROM ${listed(ids.filter((id) => id !== null))} AS asked WHERE NOT EXISTS (
		SELECT 1 FROM templates AS template WHERE template.organisation_id = ${organisationId}
			AND template.id = asked.value AND template.type = ${type}))`;

/** A subquery: the files that were not uploaded for the step that names them. */
const otherFiles = ({ organisationId }: OrgContext, steps: Steps): SQL => {
	const named = steps.flatMap(({ id, attachmentIds }) => attachmentIds.map((file) => [file, id]));
	return sql`(SELECT asked.value FROM ${listed(named)} AS asked WHERE NOT EXISTS (
		SELECT 1 FROM workflow_step_attachments AS file WHERE file.organisation_id = ${organisationId}
			AND file.id = asked.value ->> 0 AND file.step_id = asked.value ->> 1))`;
};

interface KeptStep {
	id: string;
	name: string;
	type: string;
	/** 1 where applicants are there; otherwise only a move from it can be undone. */
	hasApplicants: number;
	/** Until when the last move from it can be undone. */
	undoUntil: number | null;
}

/** An expression: whether applicants are at the step `kept` of a workflow. */
const hasApplicants = ({ organisationId }: OrgContext, workflowId: string): SQL =>
	sql`EXISTS (SELECT 1 FROM applications AS used CROSS JOIN applicant_counts AS counted
		ON counted.organisation_id = ${organisationId} AND counted.application_id = used.id
			AND counted.step_id = kept.id AND counted.applicants > 0
		WHERE used.organisation_id = ${organisationId} AND used.workflow_id = ${workflowId})`;

/** An expression: until when the last move from the step `kept` can be undone; null for none. */
const undoUntil = ({ organisationId, now }: OrgContext): SQL =>
	sql`(SELECT max(run.undo_until) FROM runs AS run CROSS JOIN run_rows AS moved
		ON moved.organisation_id = ${organisationId} AND moved.run_id = run.id AND moved.before ->> 'stepId' = kept.id
		WHERE run.organisation_id = ${organisationId} AND run.undo_until > ${now()} AND run.kind = 'stage'
			AND run.undone_at IS NULL)`;

/**
 * A query: the steps of a workflow with applicants that are not among these, or not of the same type. Applicants whose move
 * can still be undone count as there.
 */
const stepsInUse = (ctx: OrgContext, steps: Steps, workflowId: string): SQL =>
	sql`SELECT kept.id, kept.name, kept.type, ${hasApplicants(ctx, workflowId)} AS hasApplicants,
			${undoUntil(ctx)} AS undoUntil
		FROM workflow_steps AS kept
		WHERE kept.organisation_id = ${ctx.organisationId} AND kept.workflow_id = ${workflowId}
			AND NOT EXISTS (SELECT 1 FROM ${listed(steps.map(({ id, type }) => [id, type]))} AS asked
				WHERE asked.value ->> 0 = kept.id AND asked.value ->> 1 = kept.type)
			AND (${hasApplicants(ctx, workflowId)} OR ${undoUntil(ctx)} IS NOT NULL)`;

/** Reads the steps of a workflow from which a move can still be undone, and until when. */
export const findUndoable = (ctx: OrgContext, workflowId: string) =>
	ctx.db.all<{ stepId: string; until: number }>(sql`SELECT * FROM (
		SELECT kept.id AS stepId, ${undoUntil(ctx)} AS until FROM workflow_steps AS kept
		WHERE kept.organisation_id = ${ctx.organisationId} AND kept.workflow_id = ${workflowId}) WHERE until IS NOT NULL`);

const referred = (ctx: OrgContext, steps: Steps, id: string | undefined) => ({
	elsewhere: stepsElsewhere(ctx, steps, id),
	email: otherTemplates(
		ctx,
		steps.map((step) => step.emailTemplateId),
		"email",
	),
	document: otherTemplates(
		ctx,
		steps.map((step) => step.pdfTemplateId),
		"document",
	),
	sms: otherTemplates(
		ctx,
		steps.map((step) => step.smsTemplateId),
		"sms",
	),
	files: otherFiles(ctx, steps),
});

/** The condition that everything the steps refer to exists, and that no stage is taken from its applicants. */
export const refersRightly = (ctx: OrgContext, steps: Steps, id: string | undefined): SQL | undefined =>
	and(
		...Object.values(referred(ctx, steps, id)).map((wrong) => sql`NOT EXISTS ${wrong}`),
		id === undefined ? undefined : sql`NOT EXISTS (${stepsInUse(ctx, steps, id)})`,
	);

const wrongSteps = (text: string) => ({ fields: { steps: [text] } });

/** why: the stages are those of applicants everywhere. */
export const refuseBound = (ctx: OrgContext) => (isBound(ctx) ? fail("whole_institution_needed") : undefined);

/** Says what is wrong with the steps, if anything is. */
export const findFaults = async (ctx: OrgContext, steps: Steps, id: string | undefined) =>
	refuseBound(ctx) ??
	refuseFirsts(steps) ??
	(await findWrongReferences(ctx, steps, id)) ??
	(id === undefined ? undefined : await findStepInUse(ctx, steps, id));

const refuseFirsts = (steps: Steps) => {
	const firsts = steps.filter(({ type }) => type === "REGISTRATION").length;
	return firsts === 1
		? undefined
		: fail(
				"workflow_first_stage_missing",
				wrongSteps(firsts === 0 ? "A stage of the type Apply is missing." : "Only one stage can be of the type Apply."),
			);
};

/** Says what the steps refer to that does not exist. */
export const findWrongReferences = async (ctx: OrgContext, steps: Steps, id: string | undefined) => {
	const known = new Set(steps.map(({ id: own }) => own));
	const stray = steps.find(({ nextStepIds }) => nextStepIds?.some((next) => !known.has(next)));
	if (stray)
		return fail("workflow_refers_wrongly", wrongSteps(`A stage that may follow “${stray.name}” does not exist.`));
	const { elsewhere, email, document, sms, files } = referred(ctx, steps, id);
	const one = (wrong: SQL) => ctx.db.all(sql`SELECT 1 FROM ${wrong} LIMIT 1`);
	const [ofOthers, emails, documents, texts, attached, present] = await Promise.all([
		one(elsewhere),
		one(email),
		one(document),
		one(sms),
		one(files),
		typesInUse(ctx),
	]);
	const strange = steps.find(({ type }) => !present.includes(type) && !isKnownStageType(type));
	if (strange) return fail("workflow_refers_wrongly", wrongSteps(`“${strange.name}” has a type that does not exist.`));
	if (ofOthers.length > 0)
		return fail("workflow_refers_wrongly", wrongSteps("One of the ids is that of a stage of another workflow."));
	if (emails.length > 0)
		return fail("workflow_refers_wrongly", wrongSteps("A template of an email does not exist. Choose another one."));
	if (documents.length > 0)
		return fail("workflow_refers_wrongly", wrongSteps("A template of a letter does not exist. Choose another one."));
	if (texts.length > 0)
		return fail("workflow_refers_wrongly", wrongSteps("A template of an SMS does not exist. Choose another one."));
	if (attached.length > 0)
		return fail("workflow_refers_wrongly", wrongSteps("A file is not one of the stage that names it."));
	return undefined;
};

/** Says which stage would be taken from its applicants. */
const findStepInUse = async (ctx: OrgContext, steps: Steps, id: string) => {
	const [used] = await ctx.db.all<KeptStep>(sql`${stepsInUse(ctx, steps, id)} LIMIT 1`);
	if (!used) return undefined;
	if (!used.hasApplicants && used.undoUntil !== null) {
		const [organisation] = await organisationById(ctx.db, ctx.organisationId);
		const text = `${stillUndoable(used.name, used.undoUntil, organisation?.timeZone)} Try again then.`;
		return fail("workflow_stage_in_use", { message: text, ...wrongSteps(text) });
	}
	const text = steps.some((step) => step.id === used.id)
		? `Applicants are at “${used.name}”, so its type cannot be changed. Move them first.`
		: `Applicants are at “${used.name}”, so it cannot be removed. Move them first.`;
	return fail("workflow_stage_in_use", { message: text, ...wrongSteps(text) });
};

/** The types of the institution's stages. why: one that the table of types does not know can stay, and be copied. */
const typesInUse = async ({ db, organisationId }: OrgContext): Promise<string[]> => {
	const rows = await db.all<{ type: string }>(sql`SELECT DISTINCT type FROM workflow_steps
		WHERE organisation_id = ${organisationId}`);
	return rows.map(({ type }) => type);
};
