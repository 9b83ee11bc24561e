import type { OrgContext } from "#worker/context";
import type { RecordState } from "#worker/contract/records";
import type { Write } from "#worker/database/commit";
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
