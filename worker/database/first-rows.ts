import { type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";

/** The most rows that one statement of the sweep changes. */
export const sweepSliceSize = 1_000;

/** Returns the condition that keeps the first rows of a table that expired: as many as one statement may touch. */
export const firstRows = (table: SQLiteTable, expired: SQL): SQL =>
	sql`${table}.rowid IN (SELECT rowid FROM ${table} WHERE ${expired} LIMIT ${sweepSliceSize})`;
