import { sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import { modificationEntries } from "#worker/database/schema/records";

/** One changed field of an applicant, before and after, as the modification log has it; null for nothing. */
export interface FieldChange {
	field: string;
	oldValue: string | null;
	newValue: string | null;
}

/** Characters of values that travel in one statement. */
const maxStatement = 500_000;

/** One modification entry for each changed field of an applicant. */
export const writeFieldChanges = (
	{ db, organisationId, actor, now, newId }: OrgContext,
	applicantId: string,
	{ changes, eventId }: { changes: readonly FieldChange[]; eventId: string },
): Write[] =>
	inStatements(changes).map((some) => {
		// why: one JSON parameter holds any number of changes; a statement takes only 100 parameters.
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
