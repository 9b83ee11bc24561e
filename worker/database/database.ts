import { drizzle } from "drizzle-orm/d1";
import { gatherReads } from "#worker/database/batch-reads";
import type { Env } from "#worker/env";

export const openDatabase = (d1: D1Database) => drizzle(d1);

export type Database = ReturnType<typeof openDatabase>;

/** why by request: one request's reads must not wait for another's. */
const ofRequests = new WeakMap<object, Map<D1Database, Database>>();

/**
 * Returns the database that holds an organisation's rows: the one place that chooses it.
 * @param request when given, the reads that serve this request go to D1 in batches
 */
export const databaseFor = (env: Env, _organisationId: string, request?: object): Database => {
	const d1 = env.DB;
	if (!request) return openDatabase(d1);
	const opened = ofRequests.get(request) ?? new Map<D1Database, Database>();
	ofRequests.set(request, opened);
	const database = opened.get(d1) ?? openDatabase(gatherReads(d1));
	opened.set(d1, database);
	return database;
};
