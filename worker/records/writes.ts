import { and, getTableName, notExists, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { isDuplicate, type Write } from "#worker/database/commit";
import { withKeys } from "#worker/database/folded";
import { insertFrom } from "#worker/database/insert-from";
import { isVersion, nextVersion } from "#worker/database/seen-version";
import { type AnyKind, fewerThan, isRecord } from "#worker/records/queries";

type Values = Record<string, unknown>;

const columnsOf = ({ toColumns }: AnyKind, fields: Values): Values => toColumns?.(fields as never) ?? fields;

/** Adds a record, if what its kind demands holds. */
export const insertRecord = (ctx: OrgContext, kind: AnyKind, id: string, fields: Values): Write => {
	const { table, most, holds } = kind;
	const [organisationId, now] = [ctx.organisationId, ctx.now()];
	const row = { ...columnsOf(kind, fields), organisationId, id, updatedAt: now, createdAt: now };
	const condition = and(most && fewerThan(kind, ctx, most.rows), holds?.(ctx, fields as never));
	return insertFrom(ctx.db, table, row, condition ? sql`WHERE ${condition}` : sql``);
};

/** Changes the fields of a record that has the version, if what its kind demands holds. */
export const updateRecordRow = (
	ctx: OrgContext,
	kind: AnyKind,
	id: string,
	{ fields, version }: { fields: Values; version: number | undefined },
): Write =>
	ctx.db
		.update(kind.table)
		.set({ ...withKeys(kind.table, columnsOf(kind, fields)), updatedAt: nextVersion(kind.table.updatedAt, ctx.now()) })
		.where(
			and(isRecord(kind, ctx, id), isVersion(kind.table.updatedAt, version), kind.holds?.(ctx, fields as never, id)),
		);

/** Deletes a record that nothing depends on. */
export const deleteRecordRow = (ctx: OrgContext, kind: AnyKind, id: string): Write => {
	const users: readonly SQL[] = kind.uses?.by(ctx, id) ?? [];
	return ctx.db
		.delete(kind.table)
		.where(and(isRecord(kind, ctx, id), ...users.map((user) => notExists(sql`(${user})`))));
};

/** Checks whether a write failed because another record is alike. */
export const isTaken = ({ duplicate, table }: AnyKind, error: unknown): boolean =>
	duplicate !== undefined && isDuplicate(error, getTableName(table), duplicate.index);
