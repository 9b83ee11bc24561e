import { eq, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";

/** Returns the condition that a record has still the version that was seen; none where no version is named. */
export const isVersion = (updatedAt: SQLiteColumn, version: number | undefined): SQL | undefined =>
	version === undefined ? undefined : eq(updatedAt, version);

/** Returns the next version of a record whose version is the time of its last change. why plus one: two changes may share a moment. */
export const nextVersion = (updatedAt: SQLiteColumn | SQL, now: number): SQL => sql`max(${now}, ${updatedAt} + 1)`;
