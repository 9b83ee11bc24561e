import { sql } from "drizzle-orm";
import type { Write } from "#worker/database/commit";
import { applicantLog } from "#worker/database/schema/applicants";
import { modificationEntries } from "#worker/database/schema/records";
import type { OrgContext } from "#worker/http/context";
import type { FieldChange } from "#worker/services/duplicates/taken-changes";

/** Characters of values that travel in one statement. */
const maxStatement = 500_000;

/** One modification entry for each changed field. */
export const writeFieldChanges = (
	{ db, organisationId, actor, now, newId }: OrgContext,
	applicantId: string,
	{ changes, eventId }: { changes: readonly FieldChange[]; eventId: string },
): Write[] =>
	inStatements(changes).map((some) => {
		const rows = JSON.stringify(some.map(({ field, oldValue, newValue }) => [newId(), field, oldValue, newValue]));
		return db.insert(modificationEntries).select(sql`
			SELECT ${organisationId}, changed.value ->> 0, 'applicant', ${applicantId}, changed.value ->> 1,
				changed.value ->> 2, changed.value ->> 3, ${actor.id}, ${actor.email}, ${eventId}, ${now()}
			FROM json_each(${rows}) AS changed`);
	});

const inStatements = (changes: readonly FieldChange[]): FieldChange[][] => {
	const statements: FieldChange[][] = [];
	let length = maxStatement;
	for (const change of changes) {
		const more = (change.oldValue?.length ?? 0) + (change.newValue?.length ?? 0);
		if (length + more > maxStatement) {
			statements.push([]);
			length = 0;
		}
		length += more;
		statements.at(-1)?.push(change);
	}
	return statements;
};

/** A line of an applicant's log, with the stage they are at. */
export const writeLogLine = (
	{ db, organisationId, actor, now }: OrgContext,
	applicantId: string,
	{ type, reason, eventId }: { type: "MERGE" | "MERGE_UNDONE"; reason: string; eventId: string },
): Write =>
	db.insert(applicantLog).select(sql`
		SELECT ${organisationId}, applicant.id, ${eventId}, ${type}, step.id, step.name, NULL, ${reason}, ${actor.id},
			${actor.name}, ${eventId}, ${now()}
		FROM applicants AS applicant
		LEFT JOIN workflow_steps AS step
			ON step.organisation_id = ${organisationId} AND step.id = applicant.step_id
		WHERE applicant.organisation_id = ${organisationId} AND applicant.id = ${applicantId}`);
