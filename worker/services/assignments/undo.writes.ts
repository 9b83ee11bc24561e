import { and, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import { applicantLog, applicants } from "#worker/database/schema/applicants";
import { modificationEntries } from "#worker/database/schema/records";
import type { ChangedRow } from "#worker/runs/bulk-action";
import type { Assignment } from "#worker/services/assignments/assignment.bulk";

/** Gives applicants back what they had before, if they still have the version that the run gave them. */
export const writeAssignmentBack = (
	{ db, organisationId, actor, now }: OrgContext,
	rows: readonly ChangedRow[],
	{ field, runId, onlyIf }: { field: Assignment["field"]; runId: string; onlyIf: SQL },
): Write => {
	const before = sql`(SELECT before ->> 'heldId' FROM run_rows WHERE organisation_id = ${organisationId}
		AND run_id = ${runId} AND subject_id = ${applicants.id})`;
	const seen = JSON.stringify(rows.map(({ id, version }) => [id, version]));
	return (
		db
			.update(applicants)
			.set({
				...(field === "course" ? { courseId: before } : { locationId: before }),
				lastReviewedAt: now(),
				lastReviewedBy: actor.name,
				version: sql`${applicants.version} + 1`,
				updatedAt: now(),
			})
			// why CROSS JOIN and the plus: each applicant is found by id; left to itself SQLite reads the whole institution.
			.where(
				and(
					sql`+${applicants.organisationId} = ${organisationId} AND ${applicants.seq} IN (
						SELECT found.seq FROM json_each(${seen}) AS seen CROSS JOIN applicants AS found
							ON found.organisation_id = ${organisationId} AND found.id = seen.value ->> 0
						WHERE found.version = seen.value ->> 1)`,
					onlyIf,
				),
			)
	);
};

/** Adds a log entry and a modification entry for each applicant whose assignment is undone. */
export const writeAssignmentBackNotes = (
	{ db, organisationId, actor, now, newId }: OrgContext,
	rows: readonly ChangedRow[],
	{ field, targetName, eventId }: { field: Assignment["field"]; targetName: string; eventId: string },
): Write[] => {
	const seen = JSON.stringify(rows.map(({ id, before }) => ({ id, entryId: newId(), before })));
	const heldId = sql`seen.value ->> '$.before.heldId'`;
	const held =
		field === "course"
			? sql`LEFT JOIN courses AS held ON held.organisation_id = ${organisationId} AND held.id = ${heldId}`
			: sql`LEFT JOIN locations AS held ON held.organisation_id = ${organisationId} AND held.id = ${heldId}`;
	const name =
		field === "course" ? sql`coalesce(held.code || ' ' || held.title, ${heldId})` : sql`coalesce(held.name, ${heldId})`;
	const reason = field === "course" ? "Course change undone" : "Posting undone";
	return [
		db.insert(modificationEntries).select(sql`
			SELECT ${organisationId}, seen.value ->> 'entryId', 'applicant', seen.value ->> 'id', ${field}, ${targetName},
				${name}, ${actor.id}, ${actor.email}, ${eventId}, ${now()}
			FROM json_each(${seen}) AS seen ${held}`),
		db.insert(applicantLog).select(sql`
			SELECT ${organisationId}, seen.value ->> 'id', ${eventId}, 'DATA_UPDATE', step.id, step.name, NULL, ${reason},
				${actor.id}, ${actor.name}, ${eventId}, ${now()}
			FROM json_each(${seen}) AS seen LEFT JOIN workflow_steps AS step
				ON step.organisation_id = ${organisationId} AND step.id = seen.value ->> '$.before.stepId'`),
	];
};
