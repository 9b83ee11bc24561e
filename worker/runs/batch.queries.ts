import { and, asc, count, desc, eq, gt, isNull, sql } from "drizzle-orm";
import type { InferOutput } from "valibot";
import type { OrgContext } from "#worker/context";
import { batches, batchRows } from "#worker/database/schema/batches";
import { tasks } from "#worker/database/schema/records";
import type { RowOutcome } from "#worker/services/batches/contract";

/** A batch of the institution, whoever began it. */
export const findBatch = async ({ db, organisationId }: OrgContext, batchId: string) => {
	const [found] = await db
		.select()
		.from(batches)
		.where(and(eq(batches.organisationId, organisationId), eq(batches.id, batchId), eq(batches.status, "ready")));
	return found;
};
export type Batch = NonNullable<Awaited<ReturnType<typeof findBatch>>>;

/** How many of a batch came to what. */
export const countOutcomes = async (
	{ db, organisationId }: OrgContext,
	batchId: string,
): Promise<Record<string, number>> => {
	const rows = await db
		.select({ outcome: batchRows.outcome, rows: count() })
		.from(batchRows)
		.where(and(eq(batchRows.organisationId, organisationId), eq(batchRows.batchId, batchId)))
		.groupBy(batchRows.outcome);
	return Object.fromEntries(rows.map(({ outcome, rows }) => [outcome, rows]));
};

/** The next of a batch whose rows came to this, in their order. */
export const idsWithOutcome = async (
	{ db, organisationId }: OrgContext,
	batchId: string,
	{ outcome, size }: { outcome: string; size: number },
): Promise<string[]> => {
	const rows = await db
		.select({ id: batchRows.applicantId })
		.from(batchRows)
		.where(
			and(eq(batchRows.organisationId, organisationId), eq(batchRows.batchId, batchId), eq(batchRows.outcome, outcome)),
		)
		.orderBy(asc(batchRows.position))
		.limit(size);
	return rows.map(({ id }) => id);
};

/** The user's own stage changes that can be undone at this moment, the newest first. */
export const findUndoable = ({ db, organisationId, actor, now }: OrgContext, limit: number) =>
	db
		.select({
			id: batches.id,
			subject: batches.subject,
			targetName: batches.targetName,
			undoUntil: sql<number>`${batches.heldUntil}`,
		})
		.from(batches)
		.where(
			and(
				eq(batches.organisationId, organisationId),
				eq(batches.createdBy, actor.id),
				// why: nothing is held for longer than ten minutes; the index ends there.
				gt(batches.createdAt, now() - longestLookMs),
				eq(batches.kind, "stage"),
				gt(batches.heldUntil, now()),
				isNull(batches.undoneAt),
			),
		)
		.orderBy(desc(batches.createdAt))
		.limit(limit);

/** A large move takes its time before its hold begins. */
const longestLookMs = 3_600_000;

/** How far a task has come, whoever began it. */
export const findTaskOf = async ({ db, organisationId }: OrgContext, taskId: string) => {
	const [task] = await db
		.select({
			status: tasks.status,
			done: tasks.done,
			total: tasks.total,
			reason: sql<string | null>`${tasks.result} ->> '$.reason'`,
		})
		.from(tasks)
		.where(and(eq(tasks.organisationId, organisationId), eq(tasks.id, taskId)));
	return task;
};

/** One page of what became of each, by outcome and place. */
export const pageOfRows = (
	{ db, organisationId }: OrgContext,
	batchId: string,
	{ outcome, page, size }: { outcome?: Outcome | undefined; page: number; size: number },
) =>
	db.all<{ id: string; name: string | null; applicationNumber: string | null; outcome: Outcome }>(sql`
		SELECT row.applicant_id AS id, row.outcome,
			coalesce(applicant.application_number, gone.merged ->> '$.application_number') AS applicationNumber,
			coalesce(trim(applicant.first_name || ' ' || coalesce(applicant.middle_name || ' ', '') || applicant.last_name),
				trim((gone.merged ->> '$.first_name') || ' ' || coalesce((gone.merged ->> '$.middle_name') || ' ', '')
					|| (gone.merged ->> '$.last_name'))) AS name
		FROM (SELECT applicant_id, outcome, position FROM batch_rows
			WHERE organisation_id = ${organisationId} AND batch_id = ${batchId}
				${outcome === undefined ? sql`` : sql`AND outcome = ${outcome}`}
			ORDER BY outcome, position LIMIT ${size} OFFSET ${page * size}) AS row
		LEFT JOIN applicants AS applicant
			ON applicant.organisation_id = ${organisationId} AND applicant.id = row.applicant_id
		LEFT JOIN merges AS gone ON applicant.id IS NULL AND gone.organisation_id = ${organisationId}
			AND gone.merged_id = row.applicant_id AND gone.undone_at IS NULL
		ORDER BY row.outcome, row.position`);

type Outcome = InferOutput<typeof RowOutcome>;
