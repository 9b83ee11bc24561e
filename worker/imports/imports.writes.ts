import { and, eq, inArray, notExists, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import type { Database } from "#worker/database/database";
import { sweepSliceSize as sliceSize } from "#worker/database/first-rows";
import { insertFrom } from "#worker/database/insert-from";
import { importRows, imports } from "#worker/database/schema/imports";
import type { OpenTask } from "#worker/tasks/job";
import { taskStandsAt } from "#worker/tasks/task.writes";

type Import = typeof imports.$inferInsert;
export type ImportValues = Partial<Import>;

export const writeImport = (
	{ db, organisationId, actor, now }: OrgContext,
	values: Pick<Import, "id" | "target" | "platform" | "fileName" | "format" | "size" | "objectKey" | "taskId">,
): Write =>
	db.insert(imports).values({
		...values,
		organisationId,
		status: "reading",
		createdBy: actor.id,
		createdByName: actor.name,
		createdAt: now(),
	});

interface ImportMove extends ImportValues {
	from: readonly Import["status"][];
	onlyIf?: SQL | undefined;
	alsoIf?: SQL | undefined;
}

/** Sets the values of an import if its status still is one of `from`. */
export const moveImport = (
	{ db, organisationId }: OrgContext,
	importId: string,
	{ from, onlyIf, alsoIf, ...values }: ImportMove,
) =>
	db
		.update(imports)
		.set(values)
		.where(
			and(
				eq(imports.organisationId, organisationId),
				eq(imports.id, importId),
				inArray(imports.status, [...from]),
				onlyIf,
				alsoIf,
			),
		);

/** Discards an import that was not carried out. @returns whether it was */
export const putAway = async (ctx: OrgContext, importId: string): Promise<boolean> => {
	const from = ["reading", "mapping", "checking", "ready", "refused"] as const;
	const discarded = await moveImport(ctx, importId, { from, status: "discarded" }).returning({
		id: imports.id,
	});
	return discarded.length > 0;
};

/** Checks that no other import is changing what its rows go into. */
export const isAloneIn = ({ db, organisationId }: OrgContext, target: string): SQL =>
	notExists(
		db
			.select({ id: sql`1` })
			.from(sql`imports AS other`)
			.where(
				sql`other.organisation_id = ${organisationId} AND other.target = ${target}
					AND other.status IN ('adding', 'undoing')`,
			),
	);

/** Stages rows as they were read. A row that is read twice is staged once. */
export const stageRows = (
	{ db, organisationId }: OrgContext,
	importId: string,
	rows: readonly { position: number; number: number; cells: readonly string[] }[],
): Write => {
	const staged = JSON.stringify(rows.map(({ position, number, cells }) => [position, number, cells]));
	return insertFrom(
		db,
		importRows,
		{
			organisationId,
			importId,
			position: sql`value ->> 0`,
			rowNumber: sql`value ->> 1`,
			cells: sql`value -> 2`,
		},
		sql`FROM json_each(${staged}) WHERE true`,
	).onConflictDoNothing();
};

/** Returns the elements of a JSON array as a table. why a limit: without it SQLite reads the array once for each row. */
export const elementsOf = (array: readonly unknown[], name: SQL): SQL =>
	sql`(SELECT value FROM json_each(${JSON.stringify(array)}) LIMIT 10000) AS ${name}`;

type StagedRow = typeof importRows.$inferSelect;
export type CheckedRow = Pick<StagedRow, "position" | "outcome" | "reasons" | "data"> &
	Partial<Pick<StagedRow, "recordId" | "seenVersion" | "key">>;

/** Keeps what rows were found to be. @param onlyIf must hold too */
export const writeChecked = (
	ctx: OrgContext,
	task: OpenTask,
	importId: string,
	rows: readonly CheckedRow[],
	onlyIf?: SQL,
): Write =>
	updateRows(ctx, task, importId, {
		onlyIf,
		rows: rows.map(({ position, outcome, reasons, data, recordId = null, seenVersion = null, key = null }) => [
			position,
			outcome,
			reasons,
			data,
			recordId,
			seenVersion,
			key,
		]),
		set: {
			outcome: sql`staged.value ->> 1`,
			reasons: sql`staged.value -> 2`,
			data: sql`staged.value -> 3`,
			recordId: sql`staged.value ->> 4`,
			seenVersion: sql`staged.value ->> 5`,
			key: sql`staged.value ->> 6`,
		},
	});

export type CarriedRow = Pick<StagedRow, "position" | "state" | "reasons"> &
	Partial<Pick<StagedRow, "recordId" | "before" | "madeVersion">> & {
		/** Whether its cells are no longer needed. */
		isDone: boolean;
	};

export const writeCarriedOut = (
	ctx: OrgContext,
	task: OpenTask,
	importId: string,
	rows: readonly CarriedRow[],
	/** Must hold too: what the rows say was done. */
	onlyIf?: SQL,
): Write =>
	updateRows(ctx, task, importId, {
		onlyIf,
		rows: rows.map(({ position, state, reasons, recordId = null, before = null, madeVersion = null, isDone }) => [
			position,
			state,
			reasons,
			recordId,
			before,
			madeVersion,
			isDone ? 1 : 0,
		]),
		set: {
			state: sql`staged.value ->> 1`,
			reasons: sql`staged.value -> 2`,
			recordId: sql`staged.value ->> 3`,
			before: sql`nullif(staged.value -> 4, 'null')`,
			madeVersion: sql`staged.value ->> 5`,
			cells: sql`CASE WHEN staged.value ->> 6 THEN '[]' ELSE ${importRows.cells} END`,
		},
	});

interface RowsToUpdate {
	/** Each with its position first. */
	rows: readonly (readonly unknown[])[];
	set: Partial<Record<keyof typeof importRows.$inferInsert, SQL>>;
	onlyIf?: SQL | undefined;
}

const updateRows = (ctx: OrgContext, task: OpenTask, importId: string, { rows, set, onlyIf }: RowsToUpdate): Write =>
	ctx.db
		.update(importRows)
		.set(set)
		.from(elementsOf(rows, sql`staged`))
		.where(
			and(
				eq(importRows.organisationId, ctx.organisationId),
				eq(importRows.importId, importId),
				sql`${importRows.position} = staged.value ->> 0`,
				taskStandsAt(ctx, task),
				onlyIf,
			),
		);

/** Deletes idle and discarded imports with their rows, some thousand rows in each sweep. @param writes what else goes */
export const deleteIdleImports = async (
	db: Database,
	{ before, now, writes }: { before: number; now: number; writes(idle: SQL, atMost: number): readonly Write[] },
) => {
	// why the literal: SQLite takes the partial index only for the very condition it was made with.
	const idle = sql`SELECT idle.organisation_id, idle.id FROM imports AS idle
		WHERE idle.status IN ('mapping', 'ready', 'refused', 'discarded')
			AND idle.created_at < ${now} AND (idle.status = 'discarded' OR idle.created_at < ${before})`;
	const atMost = 5 * sliceSize;
	await db.batch([
		db.delete(importRows).where(
			sql`${importRows}.rowid IN (SELECT staged.rowid FROM (${idle}) AS idle CROSS JOIN import_rows AS staged
				ON staged.organisation_id = idle.organisation_id AND staged.import_id = idle.id LIMIT ${atMost})`,
		),
		...writes(idle, atMost),
		db.delete(imports).where(
			sql`(${imports.organisationId}, ${imports.id}) IN (${idle}) AND NOT EXISTS (
				SELECT 1 FROM import_rows WHERE organisation_id = ${imports.organisationId}
					AND import_id = ${imports.id})`,
		),
	]);
};

/**
 * Empties the staged rows of what imports added or updated. why no row is deleted: an import counts its rows, and an undo
 * keeps what was changed since. @param records a query of their ids
 */
export const eraseImportRows = ({ db, organisationId }: OrgContext, records: SQL): Write =>
	db
		.update(importRows)
		.set({ cells: [], data: {}, reasons: null, before: null })
		.where(
			and(
				eq(importRows.organisationId, organisationId),
				// why not null too: SQLite takes the partial index only for the condition it was made with.
				sql`${importRows.recordId} IS NOT NULL AND ${importRows.recordId} IN ${records}`,
			),
		);
