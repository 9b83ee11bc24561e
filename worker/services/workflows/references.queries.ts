import { and, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { fail } from "#worker/contract/result";
import { isKnownStageType } from "#worker/contract/stage-types";
import { isBound } from "#worker/database/scope";
import { organisationById } from "#worker/services/organisation/queries";
import { describePendingMove, type PendingMove, type StepFields } from "#worker/services/workflows/contract";

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
	/** 1 where applicants are there; otherwise only a change of stages needs it. */
	hasApplicants: number;
	/** The change of stages that needs it: a `PendingMove` as JSON. */
	pendingMove: string | null;
}

/** An expression: whether applicants are at the step `kept` of a workflow. */
const hasApplicants = ({ organisationId }: OrgContext, workflowId: string): SQL =>
	sql`EXISTS (SELECT 1 FROM applications AS used CROSS JOIN applicant_counts AS counted
		ON counted.organisation_id = ${organisationId} AND counted.application_id = used.id
			AND counted.step_id = kept.id AND counted.applicants > 0
		WHERE used.organisation_id = ${organisationId} AND used.workflow_id = ${workflowId})`;

/** The condition that the run `run` has moved applicants from the step `kept`, and not put them back. */
const hasMovedFrom = ({ organisationId }: OrgContext): SQL =>
	sql`EXISTS (SELECT 1 FROM run_rows AS moved WHERE moved.organisation_id = ${organisationId} AND moved.run_id = run.id
		AND moved.outcome = 'changed' AND moved.before ->> 'stepId' = kept.id)`;

/** The condition that the run `run` is about to move applicants from the step `kept`. */
const willMoveFrom = ({ organisationId }: OrgContext): SQL =>
	sql`EXISTS (SELECT 1 FROM run_rows AS waiting CROSS JOIN applicants AS applicant
			ON applicant.organisation_id = ${organisationId} AND applicant.id = waiting.subject_id AND applicant.step_id = kept.id
		WHERE waiting.organisation_id = ${organisationId} AND waiting.run_id = run.id AND waiting.outcome = 'waiting')`;

/** The condition that undoing the run `run` puts applicants back to the step `kept`: nobody has changed them since. */
const bringsBackTo = ({ organisationId }: OrgContext): SQL =>
	sql`EXISTS (SELECT 1 FROM run_rows AS moved CROSS JOIN applicants AS applicant
			ON applicant.organisation_id = ${organisationId} AND applicant.id = moved.subject_id
				AND applicant.step_id = run.target_id AND applicant.version = moved.version
		WHERE moved.organisation_id = ${organisationId} AND moved.run_id = run.id
			AND moved.outcome = 'changed' AND moved.before ->> 'stepId' = kept.id)`;

/**
 * An expression: the change of stages that needs the step `kept`, as JSON; null for none. One that goes on comes before one
 * whose undo has failed and can be retried, that before one that can be undone, and of these the last. why from the tasks:
 * few are running, and a run has the id of its task.
 */
const pendingMove = (ctx: OrgContext): SQL => {
	const { organisationId, now } = ctx;
	const json = (
		applicants: SQL,
		state: SQL,
		until: SQL,
	) => sql`json_object('stepId', kept.id, 'stageName', run.target_name,
		'applicants', ${applicants}, 'state', ${state}, 'until', ${until})`;
	const changed = sql`(SELECT count(*) FROM run_rows WHERE organisation_id = ${organisationId} AND run_id = run.id
		AND outcome = 'changed')`;
	return sql`coalesce(
		(SELECT ${json(sql`run.size`, sql`iif(run.undone_at IS NULL, 'running', 'undoing')`, sql`NULL`)}
			FROM tasks AS running INDEXED BY tasks_unfinished
			CROSS JOIN runs AS run ON run.organisation_id = ${organisationId} AND run.kind = 'stage'
				AND run.id = coalesce(running.input ->> '$.job.runId', running.id)
				AND running.id IN (run.id, run.undo_task_id)
			WHERE running.status = 'STARTED' AND running.organisation_id = ${organisationId}
				AND (${hasMovedFrom(ctx)}
					OR run.undone_at IS NULL AND (run.target_id = kept.id OR ${willMoveFrom(ctx)}))
			LIMIT 1),
		(SELECT ${json(sql`run.size`, sql`'undo_failed'`, sql`NULL`)}
			FROM runs AS run INDEXED BY runs_by_undo_task
			CROSS JOIN tasks AS failed ON failed.organisation_id = ${organisationId} AND failed.id = run.undo_task_id
			WHERE run.organisation_id = ${organisationId} AND run.undo_task_id IS NOT NULL AND run.kind = 'stage'
				AND failed.status = 'FAILED' AND ${bringsBackTo(ctx)}
			LIMIT 1),
		(SELECT ${json(sql`iif(run.task_id IS NULL, ${changed}, run.size)`, sql`'undoable'`, sql`run.undo_until`)}
			FROM runs AS run
			WHERE run.organisation_id = ${organisationId} AND run.undo_until > ${now()} AND run.kind = 'stage'
				AND run.undone_at IS NULL AND ${hasMovedFrom(ctx)}
			ORDER BY run.undo_until DESC LIMIT 1))`;
};

/**
 * A query: the steps of a workflow with applicants that are not among these, or not of the same type. So are those that a
 * change of stages needs which goes on or can still be undone, or whose failed undo can be retried.
 */
const stepsInUse = (ctx: OrgContext, steps: Steps, workflowId: string): SQL =>
	sql`SELECT kept.id, kept.name, kept.type, ${hasApplicants(ctx, workflowId)} AS hasApplicants,
			${pendingMove(ctx)} AS pendingMove
		FROM workflow_steps AS kept
		WHERE kept.organisation_id = ${ctx.organisationId} AND kept.workflow_id = ${workflowId}
			AND NOT EXISTS (SELECT 1 FROM ${listed(steps.map(({ id, type }) => [id, type]))} AS asked
				WHERE asked.value ->> 0 = kept.id AND asked.value ->> 1 = kept.type)
			AND (${hasApplicants(ctx, workflowId)} OR ${pendingMove(ctx)} IS NOT NULL)`;

/** Reads the changes of stages that need steps of a workflow, one for each such step. */
export const findPendingMoves = async (ctx: OrgContext, workflowId: string): Promise<PendingMove[]> => {
	const rows = await ctx.db.all<{ move: string }>(sql`SELECT move FROM (
		SELECT ${pendingMove(ctx)} AS move FROM workflow_steps AS kept
		WHERE kept.organisation_id = ${ctx.organisationId} AND kept.workflow_id = ${workflowId}
		ORDER BY kept.position) WHERE move IS NOT NULL`);
	return rows.map(({ move }) => JSON.parse(move));
};

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
	const move: PendingMove | null = used.pendingMove === null ? null : JSON.parse(used.pendingMove);
	// why before the applicants: while it goes on, they are those that it moves.
	if (move && (move.until === null || !used.hasApplicants)) {
		const [organisation] = await organisationById(ctx.db, ctx.organisationId);
		const text = `${describePendingMove(used.name, move, organisation?.timeZone)} Try again then.`;
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
