import { and, count, desc, eq, getTableColumns, gt, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { ImportRow } from "#worker/contract/imports";
import { importRows, imports } from "#worker/database/schema/imports";
import { tasks } from "#worker/database/schema/records";

const { organisationId, format, objectKey, createdBy, fileName, ...shown } = getTableColumns(imports);

const selectImports = ({ db }: OrgContext, matching: SQL | undefined) =>
	db
		.select({
			...shown,
			name: fileName,
			taskId: tasks.id,
			taskStatus: tasks.status,
			done: tasks.done,
			total: tasks.total,
		})
		.from(imports)
		.leftJoin(tasks, and(eq(tasks.organisationId, imports.organisationId), eq(tasks.id, imports.taskId)))
		.where(matching);

type Selected = Awaited<ReturnType<typeof selectImports>>[number];

const toImport = ({ taskId, taskStatus, done, total, counts, ...row }: Selected) => ({
	...row,
	counts: counts ?? {},
	task: taskId === null ? null : { id: taskId, status: taskStatus ?? "", done: done ?? 0, total: total ?? 0 },
});

export type FoundImport = ReturnType<typeof toImport>;

const intoTarget = ({ organisationId }: OrgContext, target: string) =>
	and(eq(imports.organisationId, organisationId), eq(imports.target, target));

export const findImport = async (
	ctx: OrgContext,
	{ target, importId }: { target: string; importId: string },
): Promise<FoundImport | undefined> => {
	const [row] = await selectImports(ctx, and(intoTarget(ctx, target), eq(imports.id, importId)));
	return row && toImport(row);
};

export const pageOfImports = async (
	ctx: OrgContext,
	target: string,
	{ page, size }: { page: number; size: number },
) => {
	const matching = intoTarget(ctx, target);
	const [rows, [total]] = await Promise.all([
		selectImports(ctx, matching)
			.orderBy(desc(imports.createdAt), desc(imports.id))
			.limit(size)
			.offset(page * size),
		ctx.db.select({ rows: count() }).from(imports).where(matching),
	]);
	return { data: rows.map(toImport), resultTotal: total?.rows ?? 0, page, size };
};

/** Finds an import for a job. */
export const findImportAtWork = async (
	{ db, organisationId }: OrgContext,
	importId: string,
): Promise<ImportAtWork | undefined> => {
	const [row] = await db
		.select()
		.from(imports)
		.where(and(eq(imports.organisationId, organisationId), eq(imports.id, importId)));
	return row;
};
export type ImportAtWork = typeof imports.$inferSelect;

const ofImport = ({ organisationId }: OrgContext, importId: string) =>
	and(eq(importRows.organisationId, organisationId), eq(importRows.importId, importId));

export const readStagedRows = (ctx: OrgContext, importId: string, { after, limit }: { after: number; limit: number }) =>
	ctx.db
		.select()
		.from(importRows)
		.where(and(ofImport(ctx, importId), gt(importRows.position, after)))
		.orderBy(importRows.position)
		.limit(limit);
export type StagedRow = typeof importRows.$inferSelect;

/**
 * Returns the next rows that were not added: wrong ones, possible duplicates that were left out, and failed ones; of a
 * settlement file also those that do not match, whether or not they were kept.
 */
export const readFailedRows = (ctx: OrgContext, importId: string, { after, limit }: { after: number; limit: number }) =>
	ctx.db
		.select({ position: importRows.position, cells: importRows.cells, reasons: importRows.reasons })
		.from(importRows)
		.where(
			and(
				ofImport(ctx, importId),
				gt(importRows.position, after),
				sql`(${importRows.state} = 'failed' OR ${importRows.state} IS NULL AND ${importRows.outcome} IN ('wrong', 'duplicate')
					OR ${importRows.outcome} IN ('amount_differs', 'unknown_reference', 'not_successful'))`,
			),
		)
		.orderBy(importRows.position)
		.limit(limit);

interface RowFilter {
	outcome?: ImportRow["outcome"] | undefined;
	state?: ImportRow["state"] | undefined;
	page: number;
	size: number;
}

/** Returns one page of the rows of an import, in the file's order. */
export const pageOfRows = async (
	ctx: OrgContext,
	{ id, rows: all, counts }: Pick<FoundImport, "id" | "rows" | "counts">,
	{ outcome, state, page, size }: RowFilter,
) => {
	const rows = await ctx.db
		.select({
			position: importRows.position,
			rowNumber: importRows.rowNumber,
			outcome: importRows.outcome,
			reasons: importRows.reasons,
			data: importRows.data,
			state: importRows.state,
		})
		.from(importRows)
		.where(
			and(
				ofImport(ctx, id),
				outcome ? eq(importRows.outcome, outcome) : undefined,
				state ? eq(importRows.state, state) : undefined,
			),
		)
		.orderBy(importRows.position)
		.limit(size)
		.offset(page * size);
	const kept = state ?? outcome;
	return {
		data: rows.map(({ reasons, data, ...row }) => ({ ...row, reasons: reasons ?? [], data: data ?? {} })),
		resultTotal: kept ? (counts[kept] ?? 0) : all,
		page,
		size,
	};
};
