import { and, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import { applicantLog, applicants } from "#worker/database/schema/applicants";
import { tasks } from "#worker/database/schema/records";
import type { ChangedRow, UndoneRun } from "#worker/runs/bulk-action";
import { isStarted } from "#worker/tasks/task.writes";

/** why: one JSON parameter holds any number of applicants; a statement takes only 100 parameters. */
const asJson = (rows: readonly ChangedRow[]) =>
	JSON.stringify(rows.map(({ id, version, before }) => [id, version, before]));

/** Puts back applicants who still have the version that the run gave them; the commit counts them. */
export const writeBack = (
	{ db, organisationId, actor, now }: OrgContext,
	{ id: runId, targetId }: UndoneRun,
	rows: readonly ChangedRow[],
	onlyIf: SQL,
): Write => {
	const before = (field: "stepId" | "locationId" | "stageChangedAt") =>
		sql`(SELECT before ->> ${sql.raw(`'${field}'`)} FROM run_rows WHERE organisation_id = ${organisationId}
			AND run_id = ${runId} AND subject_id = ${applicants.id})`;
	return (
		db
			.update(applicants)
			.set({
				stepId: before("stepId"),
				locationId: before("locationId"),
				stageChangedAt: before("stageChangedAt"),
				lastReviewedAt: now(),
				lastReviewedBy: actor.name,
				version: sql`${applicants.version} + 1`,
				updatedAt: now(),
			})
			// why CROSS JOIN and the plus: each applicant is found by id; left to itself SQLite reads the whole institution.
			.where(
				and(
					sql`+${applicants.organisationId} = ${organisationId} AND ${applicants.seq} IN (
					SELECT found.seq FROM json_each(${asJson(rows)}) AS seen
					CROSS JOIN applicants AS found
						ON found.organisation_id = ${organisationId} AND found.id = seen.value ->> 0
					WHERE found.step_id = ${targetId} AND found.version = seen.value ->> 1)`,
					onlyIf,
				),
			)
	);
};

/** One log entry for each who is back; it bears the event's id. */
export const writeBackLog = (
	{ db, organisationId, actor, now }: OrgContext,
	{ targetName }: UndoneRun,
	rows: readonly ChangedRow[],
	eventId: string,
): Write =>
	db.insert(applicantLog).select(sql`
		SELECT ${organisationId}, seen.value ->> 0, ${eventId}, 'STAGE_CHANGE', step.id, coalesce(step.name, seen.value ->> '$[2].stepId'),
			${targetName}, 'Stage change undone', ${actor.id}, ${actor.name}, ${eventId}, ${now()}
		FROM json_each(${asJson(rows)}) AS seen
		LEFT JOIN workflow_steps AS step ON step.organisation_id = ${organisationId} AND step.id = seen.value ->> '$[2].stepId'`);

/** Ends a task that was to send what an undone run had written. */
export const writeTaskDropped = ({ db, organisationId, now }: OrgContext, taskId: string): Write =>
	db
		.update(tasks)
		.set({ status: "SUCCESS", done: sql`${tasks.total}`, updatedAt: now(), result: { sent: 0, undone: true } })
		.where(isStarted(organisationId, taskId));
