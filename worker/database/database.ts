import { drizzle } from "drizzle-orm/d1";
import type { Env } from "#worker/env";

export const openDatabase = (d1: D1Database) => drizzle(d1);

export type Database = ReturnType<typeof openDatabase>;

/**
 * The database that holds an organisation's rows.
 * why: the one place that chooses, so that a large institution can move to a database of its own.
 */
export const databaseFor = (env: Env, _organisationId: string): Database => openDatabase(env.DB);
