import { and, eq, inArray, notExists, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import { insertFrom } from "#worker/database/insert-from";
import { candidateImports, columnChoices, importRows } from "#worker/database/schema/uploaded-candidates";
import { addIdentityKeys, removeIdentityKeys } from "#worker/services/duplicates/identity-keys.writes";
import type { ImportRow } from "#worker/services/uploaded-candidates/imports.contract";
import type { OpenTask } from "#worker/tasks/job";
import { taskStandsAt } from "#worker/tasks/task.writes";

type Import = typeof candidateImports.$inferInsert;
type Status = NonNullable<Import["status"]>;

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

/** Moves an import on, if it still stands where it was. */
export const moveImport = (
	{ db, organisationId }: OrgContext,
	importId: string,
	{ from, onlyIf, ...values }: Partial<Import> & { from: readonly Status[]; onlyIf?: SQL },
): Write =>
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

/** No other import of the group is changing its candidates. */
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

/** Rows of a file as they were read. Read twice, each is there once. */
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

/**
 * The rows of a JSON array as a table of the columns c0, c1, … why a limit: with it SQLite reads the array once; without
 * it, once for every row that it is compared with.
 */
export const rowsIn = (json: string, columns: readonly ("text" | "json")[], name: SQL): SQL => {
	const values = columns.map((kind, index) =>
		kind === "json" ? sql.raw(`value -> ${index} AS c${index}`) : sql.raw(`value ->> ${index} AS c${index}`),
	);
	return sql`(SELECT ${sql.join(values, sql`, `)} FROM json_each(${json}) LIMIT 10000) AS ${name}`;
};

export interface CheckedRow {
	position: number;
	outcome: NonNullable<ImportRow["outcome"]>;
	reasons: readonly string[];
	data: object;
	candidateId: string | null;
	seenVersion: number | null;
}

/** What the check has found of some rows. */
export const writeChecked = (ctx: OrgContext, task: OpenTask, importId: string, rows: readonly CheckedRow[]): Write => {
	const { db, organisationId } = ctx;
	const checked = JSON.stringify(
		rows.map((row) => [row.position, row.outcome, row.reasons, row.data, row.candidateId, row.seenVersion]),
	);
	return db
		.update(importRows)
		.set({
			outcome: sql`checked.c1`,
			reasons: sql`checked.c2`,
			data: sql`checked.c3`,
			candidateId: sql`checked.c4`,
			seenVersion: sql`checked.c5`,
		})
		.from(rowsIn(checked, ["text", "text", "json", "json", "text", "text"], sql`checked`))
		.where(
			and(
				eq(importRows.organisationId, organisationId),
				eq(importRows.importId, importId),
				sql`${importRows.position} = checked.c0`,
				taskStandsAt(ctx, task),
			),
		);
};

export interface CarriedRow {
	position: number;
	state: ImportRow["state"];
	/** Also the new ones. */
	reasons: readonly string[];
	candidateId: string | null;
	before: object | null;
	madeVersion: number | null;
	/** Nobody needs to see its texts any more. */
	isDone: boolean;
}

/** What became of some rows when the import was carried out. */
export const writeCarriedOut = (
	ctx: OrgContext,
	task: OpenTask,
	importId: string,
	rows: readonly CarriedRow[],
): Write => {
	const { db, organisationId } = ctx;
	const carried = JSON.stringify(
		rows.map((row) => [
			...[row.position, row.state, row.reasons, row.candidateId, row.before, row.madeVersion],
			row.isDone ? 1 : 0,
		]),
	);
	return db
		.update(importRows)
		.set({
			state: sql`carried.c1`,
			reasons: sql`carried.c2`,
			candidateId: sql`carried.c3`,
			before: sql`nullif(carried.c4, 'null')`,
			madeVersion: sql`carried.c5`,
			cells: sql`CASE WHEN carried.c6 THEN '[]' ELSE ${importRows.cells} END`,
		})
		.from(rowsIn(carried, ["text", "text", "json", "text", "json", "text", "text"], sql`carried`))
		.where(
			and(
				eq(importRows.organisationId, organisationId),
				eq(importRows.importId, importId),
				sql`${importRows.position} = carried.c0`,
				taskStandsAt(ctx, task),
			),
		);
};

/** Adds the keys by which rows of a file, or candidates, are known while they are checked. */
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

/** Removes all keys of these owners. */
export const forgetKeysOf = (ctx: OrgContext, task: OpenTask, scope: string, owners: readonly string[]): Write =>
	removeIdentityKeys(ctx, scope, { owners, onlyIf: taskStandsAt(ctx, task) });

/** What the institution takes such headings for from now on. */
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
