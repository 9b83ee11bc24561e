import { and, eq, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Verdict } from "#worker/contract/criteria/terms";
import type { Write } from "#worker/database/commit";
import type { Database } from "#worker/database/database";
import { insertFrom } from "#worker/database/insert-from";
import { criteriaSessions, criteriaVerdicts, modelAnswers } from "#worker/database/schema/assistant";
import type { OpenTask } from "#worker/tasks/job";
import { taskStandsAt } from "#worker/tasks/task.writes";

export const insertSession = ({ db }: OrgContext, row: typeof criteriaSessions.$inferInsert): Write =>
	db.insert(criteriaSessions).values(row);

/** Keeps the verdicts of a slice and counts them; nothing where another delivery has done the slice. */
export const writeVerdicts = (
	ctx: OrgContext,
	task: OpenTask,
	sessionId: string,
	judged: readonly { seq: number; verdict: Verdict }[],
): [Write, Write] => {
	const { db, organisationId } = ctx;
	const countOf = (verdict: Verdict) => judged.filter((one) => one.verdict === verdict).length;
	return [
		insertFrom(
			db,
			criteriaVerdicts,
			{ organisationId, sessionId, verdict: sql`value ->> 'verdict'`, seq: sql`value ->> 'seq'` },
			sql`FROM json_each(${JSON.stringify(judged)}) WHERE ${taskStandsAt(ctx, task)}`,
		),
		db
			.update(criteriaSessions)
			.set({
				met: sql`${criteriaSessions.met} + ${countOf("met")}`,
				notMet: sql`${criteriaSessions.notMet} + ${countOf("notMet")}`,
				cannotTell: sql`${criteriaSessions.cannotTell} + ${countOf("cannotTell")}`,
			})
			.where(
				and(
					eq(criteriaSessions.organisationId, organisationId),
					eq(criteriaSessions.id, sessionId),
					taskStandsAt(ctx, task),
				),
			),
	];
};

/** Verdicts, and answers of models, that are deleted by one sweep. */
const verdictsPerSweep = 20_000;
const answersPerSweep = 1_000;

/** Deletes old sessions, their verdicts first. */
export const deleteOldSessions = async (db: Database, before: number): Promise<void> => {
	await db.run(sql`DELETE FROM criteria_verdicts WHERE rowid IN (
		SELECT judged.rowid FROM criteria_sessions AS session
		CROSS JOIN criteria_verdicts AS judged
			ON judged.organisation_id = session.organisation_id AND judged.session_id = session.id
		WHERE session.created_at < ${before} LIMIT ${verdictsPerSweep})`);
	await db.run(sql`DELETE FROM criteria_sessions WHERE created_at < ${before} AND NOT EXISTS (
		SELECT 1 FROM criteria_verdicts AS judged
		WHERE judged.organisation_id = criteria_sessions.organisation_id AND judged.session_id = criteria_sessions.id)`);
};

/**
 * Counts a reading of the day, YYYY-MM-DD, before the model is asked. @returns whether it is within the limit. why one
 * statement: of two readings at once only one may be the last.
 */
export const countReading = async (
	{ db, organisationId }: OrgContext,
	day: string,
	limit: number,
): Promise<boolean> => {
	const counted = await db.all<{ readings: number }>(sql`
		INSERT INTO model_readings (organisation_id, day, readings)
		SELECT ${organisationId}, ${day}, 1 WHERE ${limit} > 0
		ON CONFLICT (organisation_id, day) DO UPDATE SET readings = readings + 1 WHERE readings < ${limit}
		RETURNING readings`);
	return counted.length > 0;
};

/** Keeps what a model answered. */
export const insertModelAnswer = async (
	{ db, organisationId, now }: OrgContext,
	{ question, answer }: { question: string; answer: string },
): Promise<void> => {
	await db
		.insert(modelAnswers)
		.values({ organisationId, question, answer, createdAt: now() })
		// why: two pages may have asked the same at once.
		.onConflictDoNothing();
};

/** Deletes what models answered before a moment, and the counts of days before a day. */
export const deleteOldReadings = async (
	db: Database,
	{ before, day }: { before: number; day: string },
): Promise<void> => {
	await db.run(sql`DELETE FROM model_answers WHERE rowid IN (
		SELECT rowid FROM model_answers WHERE created_at < ${before} LIMIT ${answersPerSweep})`);
	await db.run(sql`DELETE FROM model_readings WHERE day < ${day}`);
};
