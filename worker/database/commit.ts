import { type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { OrgContext } from "#worker/context";
import { insertFrom } from "#worker/database/insert-from";
import { events } from "#worker/database/schema/records";
import type { DomainEvent, EventPayload, EventType } from "#worker/events/catalogue";

/** What must hold for a statement to change anything. */
export type Condition = SQL;

/** A prepared statement, not yet run. `writes.ts` files make them, `commit` runs them. */
export type Write = BatchItem<"sqlite">;

/** The context of a commit. The actor has no id when it is not a user: a referee who answers. */
export type CommitContext = Pick<
	OrgContext,
	"organisationId" | "db" | "now" | "newId" | "publish" | "markCompleted" | "address" | "userAgent" | "requestId"
> & {
	actor: { id: string | null; name: string | null };
};

interface Commit<T extends EventType> {
	/** The guarded statement: it must change exactly `expectedChanges` rows or nothing happens at all. */
	guarded?: { write: Write; expectedChanges: number };
	/** What else changes with it. */
	writes?: readonly Write[];
	event: NewEvent<T>;
	/** Events of the same change beside it: a mailing, and the task that sends it. */
	further?: readonly EventToCommit[];
}

export type EventToCommit = { [T in EventType]: NewEvent<T> }[EventType];

interface NewEvent<T extends EventType> {
	type: T;
	payload: EventPayload<T>;
	id?: string;
}

/**
 * Writes a change and its event in one batch (§4), then publishes the event.
 * @returns the event, or `undefined` when the guarded statement met other rows than expected: nothing was written
 */
export const commit = async <T extends EventType>(
	ctx: CommitContext,
	{ guarded, writes = [], event, further = [] }: Commit<T>,
): Promise<DomainEvent | undefined> => {
	const rowOf = ({ id = ctx.newId(), type, payload }: NewEvent<EventType>) => ({
		organisationId: ctx.organisationId,
		id,
		type,
		payload,
		// why: background work of nobody has an empty id.
		actorId: ctx.actor.id || null,
		actorName: ctx.actor.name,
		address: ctx.address,
		userAgent: ctx.userAgent ?? null,
		requestId: ctx.requestId,
		occurredAt: ctx.now(),
	});
	const row = rowOf(event);
	const others = further.map(rowOf);
	const eventWrite = ctx.db.insert(events).values({
		...row,
		expectedChanges: guarded?.expectedChanges ?? 0,
		// why: changes() speaks of the statement just before it, so the event row follows the guarded one at once.
		actualChanges: (guarded ? sql`changes()` : 0) as SQL & number,
	});
	const noted = ctx.markCompleted ? [ctx.markCompleted()] : [];
	const allWrites = [...writes, ...(others.length > 0 ? [insertEvents(ctx, others)] : []), ...noted];
	const batch: Write[] = guarded ? [guarded.write, eventWrite, ...allWrites] : [eventWrite, ...allWrites];
	try {
		await ctx.db.batch(batch as [Write, ...Write[]]);
	} catch (error) {
		if (guarded && isGuardFailure(error)) return undefined;
		throw error;
	}
	const committed = row as DomainEvent;
	ctx.publish([committed, ...(others as DomainEvent[])]);
	return committed;
};

/** Writes events in one statement. why: a task's lot has an event for each of its rows. */
const insertEvents = ({ db, organisationId }: CommitContext, rows: readonly object[]): Write => {
	const said = (name: string) => sql`value ->> ${sql.raw(`'${name}'`)}`;
	return insertFrom(
		db,
		events,
		{
			organisationId,
			id: said("id"),
			type: said("type"),
			payload: sql`value -> 'payload'`,
			actorId: said("actorId"),
			actorName: said("actorName"),
			address: said("address"),
			userAgent: said("userAgent"),
			requestId: said("requestId"),
			occurredAt: said("occurredAt"),
		},
		sql`FROM json_each(${JSON.stringify(rows)})`,
	);
};

const isGuardFailure = (error: unknown): boolean =>
	databaseMessage(error).includes("CHECK constraint failed: events_guard");

/**
 * Checks whether it was a UNIQUE constraint on this table. @param index one over an expression, which SQLite names
 */
export const isDuplicate = (error: unknown, table: string, index?: string): boolean => {
	const message = databaseMessage(error);
	return (
		message.includes(`UNIQUE constraint failed: ${table}.`) ||
		(index !== undefined && message.includes(`UNIQUE constraint failed: index '${index}'`))
	);
};

/** why: drizzle wraps what D1 said, and its own message holds the parameters: personal data, never shown or logged. */
export const databaseMessage = (error: unknown): string => {
	const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
	return cause instanceof Error ? cause.message : String(cause);
};
