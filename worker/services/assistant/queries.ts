import { and, desc, eq, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { CriteriaNames } from "#worker/contract/criteria/criteria-text";
import type { Verdict } from "#worker/contract/criteria/terms";
import { places } from "#worker/contract/forms/places.server";
import { criteriaSessions, modelAnswers, modelReadings } from "#worker/database/schema/assistant";
import { andWithin } from "#worker/database/scope";
import type { Vocabulary } from "#worker/services/assistant/vocabulary";
import { fieldsOfForms } from "#worker/services/assistant/vocabulary-of-form";
import { readExportLayouts } from "#worker/services/exports/queries";
import { selectStepsOfApplication, toSteps } from "#worker/services/workflows/queries";

export type Session = typeof criteriaSessions.$inferSelect;

/** Finds a session of the user's own about the application: the one named, or the last. */
export const findSession = async (
	{ db, organisationId, actor }: OrgContext,
	{
		applicationId,
		sessionId,
		stage,
	}: { applicationId: string; sessionId?: string | undefined; stage?: string | undefined },
): Promise<Session | undefined> => {
	const [found] = await db
		.select()
		.from(criteriaSessions)
		.where(
			and(
				eq(criteriaSessions.organisationId, organisationId),
				eq(criteriaSessions.createdBy, actor.id),
				eq(criteriaSessions.applicationId, applicationId),
				sessionId === undefined ? undefined : eq(criteriaSessions.id, sessionId),
				stage === undefined ? undefined : eq(criteriaSessions.stage, stage),
			),
		)
		.orderBy(desc(criteriaSessions.createdAt))
		.limit(1);
	return found;
};

/** Finds the session that a task judges for. */
export const findSessionById = async ({ db, organisationId }: OrgContext, id: string): Promise<Session | undefined> => {
	const [found] = await db
		.select()
		.from(criteriaSessions)
		.where(and(eq(criteriaSessions.organisationId, organisationId), eq(criteriaSessions.id, id)));
	return found;
};

/** Reads the words of an application: its courses, its stages and the fields of its forms. */
export const readVocabulary = async (ctx: OrgContext, applicationId: string): Promise<Vocabulary> => {
	const [steps, courses, layouts] = await Promise.all([
		selectStepsOfApplication(ctx, applicationId),
		ctx.db.all<{ id: string; code: string; title: string }>(sql`
			SELECT courses.id, courses.code, courses.title FROM application_courses AS offered
			CROSS JOIN courses ON courses.organisation_id = ${ctx.organisationId} AND courses.id = offered.course_id
			WHERE offered.organisation_id = ${ctx.organisationId} AND offered.application_id = ${applicationId}
			ORDER BY courses.code`),
		readExportLayouts(ctx, applicationId),
	]);
	return {
		courses,
		steps: toSteps(steps).map(({ id, name, type }) => ({ id, name, type })),
		fields: fieldsOfForms(layouts),
		places: places.states,
	};
};

/** Reads which of these applicants have a payment that is neither successful nor failed. */
export const readPending = async (
	{ db, organisationId }: OrgContext,
	applicationId: string,
	seqs: readonly number[],
): Promise<Set<number>> => {
	const rows = await db.all<{ seq: number }>(sql`
		SELECT needed.seq FROM json_each(${JSON.stringify(seqs)}) AS chosen
		CROSS JOIN applicant_needs AS needed ON needed.organisation_id = ${organisationId}
			AND needed.application_id = ${applicationId} AND needed.need = 'payment' AND needed.seq = chosen.value`);
	return new Set(rows.map(({ seq }) => seq));
};

/** Reads the next applicants of a verdict, newest first, within the places of the request. */
export const pageOfVerdict = async (
	ctx: OrgContext,
	sessionId: string,
	{ verdict, below, limit }: { verdict: Verdict; below: number; limit: number },
): Promise<number[]> => {
	const rows = await ctx.db.all<{ seq: number }>(sql`
		SELECT judged.seq FROM criteria_verdicts AS judged
		CROSS JOIN applicants AS applicant ON applicant.seq = judged.seq
		WHERE judged.organisation_id = ${ctx.organisationId} AND judged.session_id = ${sessionId}
			AND judged.verdict = ${verdict} AND judged.seq < ${below}
			AND +applicant.organisation_id = ${ctx.organisationId} ${andWithin(ctx, sql`+applicant.course_id`)}
		ORDER BY judged.seq DESC LIMIT ${limit}`);
	return rows.map(({ seq }) => seq);
};

/** Finds what a model has answered to a question; undefined where it was not asked. */
export const findModelAnswer = async (
	{ db, organisationId }: OrgContext,
	question: string,
): Promise<string | undefined> => {
	const [found] = await db
		.select({ answer: modelAnswers.answer })
		.from(modelAnswers)
		.where(and(eq(modelAnswers.organisationId, organisationId), eq(modelAnswers.question, question)));
	return found?.answer;
};

/** Returns how often words were read by a model on a day, YYYY-MM-DD. */
export const readingsOn = async ({ db, organisationId }: OrgContext, day: string): Promise<number> => {
	const [found] = await db
		.select({ readings: modelReadings.readings })
		.from(modelReadings)
		.where(and(eq(modelReadings.organisationId, organisationId), eq(modelReadings.day, day)));
	return found?.readings ?? 0;
};

/** Returns the names of what criteria refer to by id. */
export const namesOf = ({ courses, steps, fields }: Vocabulary): CriteriaNames => ({
	courses: new Map(courses.map(({ id, title }) => [id, title])),
	stages: new Map(steps.map(({ id, name }) => [id, name])),
	fields: new Map(
		fields.map(({ fieldId, label, options }) => [
			fieldId,
			{ label, options: new Map(options.map((option) => [option.value, option.label])) },
		]),
	),
});
