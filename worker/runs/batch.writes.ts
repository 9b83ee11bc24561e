import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import { insertFrom } from "#worker/database/insert-from";
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

const rowValues = {
	applicantId: sql`value ->> 0`,
	position: sql`value ->> 1`,
	outcome: sql`value ->> 2`,
	fromStepId: sql`value ->> 3`,
	fromLocationId: sql`value ->> 4`,
	fromChangedAt: sql`value ->> 5`,
	version: sql`value ->> 6`,
};

/** Rows of a batch that is done at once, or those of one that waits for its turn. */
export const writeBatchRows = (
	{ db, organisationId }: OrgContext,
	batchId: string,
	rows: readonly BatchRowState[],
	firstPosition = 0,
): Write =>
	insertFrom(
		db,
		batchRows,
		{ organisationId, batchId, ...rowValues },
		sql`FROM json_each(${asJson(rows, firstPosition)}) WHERE true`,
	).onConflictDoNothing();

/** What became of those whose turn it was. why an upsert: each is found by its key, however many there are. */
export const writeBatchOutcomes = (
	{ db, organisationId }: OrgContext,
	batchId: string,
	rows: readonly BatchRowState[],
	onlyIf: SQL = sql`true`,
): Write =>
	insertFrom(
		db,
		batchRows,
		{ organisationId, batchId, ...rowValues },
		sql`FROM json_each(${asJson(rows, 0)}) WHERE ${onlyIf}`,
	).onConflictDoUpdate({
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

/** Marks a batch as undone, once. */
export const writeBatchUndone = (
	{ db, organisationId, now }: OrgContext,
	batchId: string,
	{ undoTaskId = null, guard }: { undoTaskId?: string | null; guard?: SQL } = {},
): Write =>
	db
		.update(batches)
		.set({ undoneAt: now(), undoTaskId })
		.where(and(isOpen(organisationId, batchId), guard));

/** Notes what became of those whom the batch had changed: undone, or kept because somebody has changed them since. */
export const writeUndoOutcomes = (
	{ db, organisationId }: OrgContext,
	batchId: string,
	rows: readonly { id: string; outcome: "undone" | "kept" }[],
): Write[] =>
	(["undone", "kept"] as const).flatMap((outcome) => {
		const ids = rows.filter((row) => row.outcome === outcome).map(({ id }) => id);
		if (ids.length === 0) return [];
		return db
			.update(batchRows)
			.set({ outcome })
			.where(
				and(
					eq(batchRows.organisationId, organisationId),
					eq(batchRows.batchId, batchId),
					sql`${batchRows.applicantId} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
					sql`+${batchRows.outcome} = 'moved'`,
				),
			);
	});
