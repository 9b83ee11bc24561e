import { and, eq, inArray, notExists, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import { insertFrom } from "#worker/database/insert-from";
import { candidateImports, columnChoices, importRows } from "#worker/database/schema/uploaded-candidates";
import { addIdentityKeys, removeIdentityKeys } from "#worker/services/duplicates/identity-keys.writes";
import type { OpenTask } from "#worker/tasks/job";
import { taskStandsAt } from "#worker/tasks/task.writes";

type Import = typeof candidateImports.$inferInsert;
export type ImportValues = Partial<Import>;

export const writeImport = (
	{ db, organisationId, actor, now }: OrgContext,
	values: Pick<Import, "id" | "groupId" | "fileName" | "format" | "size" | "objectKey" | "taskId">,
): Write =>
	db.insert(candidateImports).values({
		...values,
		organisationId,
		status: "reading",
		createdBy: actor.id,
		createdByName: actor.name,
		createdAt: now(),
	});

/** Sets the values of an import if its status still is one of `from`. */
export const moveImport = (
	{ db, organisationId }: OrgContext,
	importId: string,
	{ from, onlyIf, ...values }: ImportValues & { from: readonly Import["status"][]; onlyIf?: SQL },
) =>
	db
		.update(candidateImports)
		.set(values)
		.where(
			and(
				eq(candidateImports.organisationId, organisationId),
				eq(candidateImports.id, importId),
				inArray(candidateImports.status, [...from]),
				onlyIf,
			),
		);

/** Discards an import that was not carried out. @returns whether it was */
export const putAway = async (ctx: OrgContext, importId: string): Promise<boolean> => {
	const from = ["reading", "mapping", "checking", "ready", "refused"] as const;
	const discarded = await moveImport(ctx, importId, { from, status: "discarded" }).returning({
		id: candidateImports.id,
	});
	return discarded.length > 0;
};

/** Checks that no other import of the group is changing its candidates. */
export const isAloneIn = ({ db, organisationId }: OrgContext, groupId: string): SQL =>
	notExists(
		db
			.select({ id: sql`1` })
			.from(sql`candidate_imports AS other`)
			.where(
				sql`other.organisation_id = ${organisationId} AND other.group_id = ${groupId}
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
export type CheckedRow = Pick<StagedRow, "position" | "outcome" | "reasons" | "data" | "candidateId" | "seenVersion">;

export const writeChecked = (ctx: OrgContext, task: OpenTask, importId: string, rows: readonly CheckedRow[]): Write =>
	updateRows(ctx, task, importId, {
		rows: rows.map((row) => [row.position, row.outcome, row.reasons, row.data, row.candidateId, row.seenVersion]),
		set: {
			outcome: sql`staged.value ->> 1`,
			reasons: sql`staged.value -> 2`,
			data: sql`staged.value -> 3`,
			candidateId: sql`staged.value ->> 4`,
			seenVersion: sql`staged.value ->> 5`,
		},
	});

export interface CarriedRow
	extends Pick<StagedRow, "position" | "state" | "reasons" | "candidateId" | "before" | "madeVersion"> {
	/** Whether its cells are no longer needed. */
	isDone: boolean;
}

export const writeCarriedOut = (
	ctx: OrgContext,
	task: OpenTask,
	importId: string,
	rows: readonly CarriedRow[],
): Write =>
	updateRows(ctx, task, importId, {
		rows: rows.map((row) => [
			...[row.position, row.state, row.reasons, row.candidateId, row.before, row.madeVersion],
			row.isDone ? 1 : 0,
		]),
		set: {
			state: sql`staged.value ->> 1`,
			reasons: sql`staged.value -> 2`,
			candidateId: sql`staged.value ->> 3`,
			before: sql`nullif(staged.value -> 4, 'null')`,
			madeVersion: sql`staged.value ->> 5`,
			cells: sql`CASE WHEN staged.value ->> 6 THEN '[]' ELSE ${importRows.cells} END`,
		},
	});

interface RowsToUpdate {
	/** Each with its position first. */
	rows: readonly (readonly unknown[])[];
	set: Partial<Record<keyof typeof importRows.$inferInsert, SQL>>;
}

const updateRows = (ctx: OrgContext, task: OpenTask, importId: string, { rows, set }: RowsToUpdate): Write =>
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
			),
		);

/** Adds identity keys of rows of a file or of candidates. */
export const writeKeysOf = (
	ctx: OrgContext,
	task: OpenTask,
	scope: string,
	owners: readonly (readonly [ownerId: string, keys: readonly string[]])[],
): Write =>
	addIdentityKeys(
		ctx.db,
		owners.flatMap(([ownerId, keys]) => keys.map((key) => [ctx.organisationId, scope, key, ownerId] as const)),
		taskStandsAt(ctx, task),
	);

export const forgetKeysOf = (ctx: OrgContext, task: OpenTask, scope: string, owners: readonly string[]): Write =>
	removeIdentityKeys(ctx, scope, { owners, onlyIf: taskStandsAt(ctx, task) });

/** Remembers what the institution takes these headings for. */
export const rememberColumns = (
	{ db, organisationId }: OrgContext,
	choices: readonly (readonly [headerKey: string, field: string])[],
): Write =>
	insertFrom(
		db,
		columnChoices,
		{ organisationId, headerKey: sql`value ->> 0`, field: sql`value ->> 1` },
		sql`FROM json_each(${JSON.stringify(choices)}) WHERE true`,
	).onConflictDoUpdate({
		target: [columnChoices.organisationId, columnChoices.headerKey],
		set: { field: sql`excluded.field` },
	});
