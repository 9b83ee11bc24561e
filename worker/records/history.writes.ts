import { type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { RecordState } from "#worker/contract/records";
import type { Write } from "#worker/database/commit";
import { insertFrom } from "#worker/database/insert-from";
import { recordChanges } from "#worker/database/schema/records";

interface Change {
	/** The id of the event that reports it. */
	id: string;
	kind: string;
	recordId: string;
	action: typeof recordChanges.$inferInsert.action;
	before?: RecordState | undefined;
	after?: RecordState | undefined;
}

/** Keeps a change in the history of its record; it goes with the commit of the change. */
export const writeChange = ({ db, organisationId, actor, now }: OrgContext, change: Change): Write =>
	db
		.insert(recordChanges)
		.values({ ...change, organisationId, actorId: actor.id, actorName: actor.name, createdAt: now() });

interface ManyChanges extends Pick<Change, "kind" | "action"> {
	/** The id of each change, and of its record. */
	changes: readonly Pick<Change, "id" | "recordId" | "before" | "after">[];
	/** Must hold: their slice is not done. */
	onlyIf: SQL;
}

/** Keeps that many records were created or deleted at once. */
export const writeManyChanges = (
	{ db, organisationId, actor, now }: OrgContext,
	{ kind, action, changes, onlyIf }: ManyChanges,
): Write => {
	const rows = changes.map(({ id, recordId, before = null, after = null }) => [id, recordId, before, after]);
	return insertFrom(
		db,
		recordChanges,
		{
			organisationId,
			kind,
			action,
			actorId: actor.id,
			actorName: actor.name,
			createdAt: now(),
			id: sql`value ->> 0`,
			recordId: sql`value ->> 1`,
			before: sql`nullif(value -> 2, 'null')`,
			after: sql`nullif(value -> 3, 'null')`,
		},
		sql`FROM json_each(${JSON.stringify(rows)}) WHERE ${onlyIf}`,
	);
};

/** Keeps what was there before the first change that is kept, under a condition: nobody is named by it. */
export const writeFirstState = (
	{ db, organisationId }: OrgContext,
	{ createdAt, ...first }: Pick<Change, "id" | "kind" | "recordId" | "after"> & { createdAt: number },
	condition: SQL,
): Write =>
	insertFrom(db, recordChanges, { ...first, organisationId, action: "created", createdAt }, sql`WHERE ${condition}`);
