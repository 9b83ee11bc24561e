import { and, count, desc, eq, getTableColumns, gt, inArray, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { tasks } from "#worker/database/schema/records";
import {
	candidateGroups,
	candidateImports,
	columnChoices,
	importRows,
} from "#worker/database/schema/uploaded-candidates";
import type { CandidateImport, ImportRow } from "#worker/services/uploaded-candidates/imports.contract";

const { organisationId, format, objectKey, createdBy, fileName, ...shown } = getTableColumns(candidateImports);

const selectImports = ({ db }: OrgContext, matching: SQL | undefined) =>
	db
		.select({
			...{ ...shown, name: fileName },
			...{ taskId: tasks.id, taskStatus: tasks.status, done: tasks.done, total: tasks.total },
		})
		.from(candidateImports)
		.leftJoin(
			tasks,
			and(eq(tasks.organisationId, candidateImports.organisationId), eq(tasks.id, candidateImports.taskId)),
		)
		.where(matching);

type Selected = Awaited<ReturnType<typeof selectImports>>[number];

const toImport = ({ taskId, taskStatus, done, total, counts, ...row }: Selected): CandidateImport => ({
	...row,
	counts: counts ?? {},
	task: taskId === null ? null : { id: taskId, status: taskStatus ?? "", done: done ?? 0, total: total ?? 0 },
});

const ofGroup = ({ organisationId }: OrgContext, groupId: string) =>
	and(eq(candidateImports.organisationId, organisationId), eq(candidateImports.groupId, groupId));

export const findImport = async (
	ctx: OrgContext,
	{ id: groupId, importId }: { id: string; importId: string },
): Promise<CandidateImport | undefined> => {
	const [row] = await selectImports(ctx, and(ofGroup(ctx, groupId), eq(candidateImports.id, importId)));
	return row && toImport(row);
};

export const pageOfImports = async (
	ctx: OrgContext,
	groupId: string,
	{ page, size }: { page: number; size: number },
) => {
	const matching = ofGroup(ctx, groupId);
	const [rows, [total]] = await Promise.all([
		selectImports(ctx, matching)
			.orderBy(desc(candidateImports.createdAt), desc(candidateImports.id))
			.limit(size)
			.offset(page * size),
		ctx.db.select({ rows: count() }).from(candidateImports).where(matching),
	]);
	return { data: rows.map(toImport), resultTotal: total?.rows ?? 0, page, size };
};

/** Finds an import for a job, with its group's name and application. */
export const findImportAtWork = async ({ db, organisationId }: OrgContext, importId: string) => {
	const [row] = await db
		.select({
			...getTableColumns(candidateImports),
			...{ applicationId: candidateGroups.applicationId, groupName: candidateGroups.name },
		})
		.from(candidateImports)
		.innerJoin(
			candidateGroups,
			and(
				eq(candidateGroups.organisationId, candidateImports.organisationId),
				eq(candidateGroups.id, candidateImports.groupId),
			),
		)
		.where(and(eq(candidateImports.organisationId, organisationId), eq(candidateImports.id, importId)));
	return row;
};
export type ImportAtWork = NonNullable<Awaited<ReturnType<typeof findImportAtWork>>>;

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

/** Returns the next rows that were not added: wrong ones, possible duplicates that were left out, and failed ones. */
export const readFailedRows = (ctx: OrgContext, importId: string, { after, limit }: { after: number; limit: number }) =>
	ctx.db
		.select({ position: importRows.position, cells: importRows.cells, reasons: importRows.reasons })
		.from(importRows)
		.where(
			and(
				ofImport(ctx, importId),
				gt(importRows.position, after),
				sql`(${importRows.state} = 'failed' OR ${importRows.state} IS NULL AND ${importRows.outcome} IN ('wrong', 'duplicate'))`,
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
	{ id, rows: all, counts }: CandidateImport,
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
		...{ page, size },
	};
};

/** Returns the fields that the institution chose before for these headings. */
export const findColumnChoices = async (
	{ db, organisationId }: OrgContext,
	headerKeys: readonly string[],
): Promise<Map<string, string>> => {
	const rows = await db
		.select({ headerKey: columnChoices.headerKey, field: columnChoices.field })
		.from(columnChoices)
		.where(and(eq(columnChoices.organisationId, organisationId), inArray(columnChoices.headerKey, [...headerKeys])));
	return new Map(rows.map(({ headerKey, field }) => [headerKey, field]));
};
