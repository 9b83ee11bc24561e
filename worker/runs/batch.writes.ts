import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import { batches, batchRows } from "#worker/database/schema/batches";

type Batch = typeof batches.$inferInsert;

/** What a batch is, as it begins. */
export type NewBatch = Pick<Batch, "id" | "kind" | "targetId" | "targetName" | "subject"> &
	Partial<Pick<Batch, "status" | "input" | "taskId" | "heldUntil">>;

export const writeBatch = ({ db, organisationId, actor, now }: OrgContext, batch: NewBatch): Write =>
	db.insert(batches).values({ status: "ready", ...batch, organisationId, createdBy: actor.id, createdAt: now() });

/** What became of one of a batch; what they had before, of those whom it changed. */
interface BatchRowState {
	applicantId: string;
	outcome: string;
	fromStepId?: string | null;
	fromLocationId?: string | null;
	fromChangedAt?: number | null;
	/** The one that it gave. */
	version?: number | null;
}

const asJson = (rows: readonly BatchRowState[], firstPosition: number) =>
	JSON.stringify(
		rows.map(({ applicantId, outcome, fromStepId, fromLocationId, fromChangedAt, version }, index) => [
			...[applicantId, firstPosition + index, outcome],
			...[fromStepId ?? null, fromLocationId ?? null, fromChangedAt ?? null, version ?? null],
		]),
	);

/** Rows of a batch that is done at once, or those of one that waits for its turn. */
export const writeBatchRows = (
	{ db, organisationId }: OrgContext,
	batchId: string,
	rows: readonly BatchRowState[],
	firstPosition = 0,
): Write =>
	db
		.insert(batchRows)
		.select(sql`
			SELECT ${organisationId}, ${batchId}, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4,
				value ->> 5, value ->> 6
			FROM json_each(${asJson(rows, firstPosition)}) WHERE true`)
		.onConflictDoNothing();

/** What became of those whose turn it was. why an upsert: each is found by its key, however many there are. */
export const writeBatchOutcomes = (
	{ db, organisationId }: OrgContext,
	batchId: string,
	rows: readonly BatchRowState[],
	onlyIf: SQL = sql`true`,
): Write =>
	db
		.insert(batchRows)
		.select(sql`
			SELECT ${organisationId}, ${batchId}, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4,
				value ->> 5, value ->> 6
			FROM json_each(${asJson(rows, 0)}) WHERE ${onlyIf}`)
		.onConflictDoUpdate({
			target: [batchRows.organisationId, batchRows.batchId, batchRows.applicantId],
			set: {
				outcome: sql`excluded.outcome`,
				fromStepId: sql`excluded.from_step_id`,
				fromLocationId: sql`excluded.from_location_id`,
				fromChangedAt: sql`excluded.from_changed_at`,
				version: sql`excluded.version`,
			},
			setWhere: sql`${batchRows.outcome} = 'waiting'`,
		});

const isOpen = (organisationId: string, batchId: string) =>
	and(eq(batches.organisationId, organisationId), eq(batches.id, batchId), isNull(batches.undoneAt));

/** Its rows are all there, and its task begins. */
export const writeBatchReady = (
	{ db, organisationId }: OrgContext,
	batchId: string,
	begun: { taskId: string; subject: string },
): Write =>
	db
		.update(batches)
		.set({ status: "ready", ...begun })
		.where(isOpen(organisationId, batchId));

/** It is over, and can be undone until then; its messages wait. Once, and not when it was undone. */
export const writeBatchHeld = ({ db, organisationId }: OrgContext, batchId: string, heldUntil: number): Write =>
	db
		.update(batches)
		.set({ heldUntil })
		.where(and(isOpen(organisationId, batchId), isNull(batches.heldUntil)));

/** It goes on after a failure. */
export const writeBatchReopened = ({ db, organisationId }: OrgContext, batchId: string): Write =>
	db.update(batches).set({ heldUntil: null }).where(isOpen(organisationId, batchId));
