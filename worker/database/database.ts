import { drizzle } from "drizzle-orm/d1";
import { gatherReads } from "#worker/database/gather-reads";
import type { Env } from "#worker/env";

export const openDatabase = (d1: D1Database) => drizzle(d1);

export type Database = ReturnType<typeof openDatabase>;

/** why: by request, because one request's answer must not wait for another's. */
const ofRequests = new WeakMap<object, Database>();

/**
 * The database that holds an organisation's rows.
 * why: the one place that chooses, so that a large institution can move to a database of its own.
 *
 * @param request when given, the reads of whatever else serves the same request travel together.
 */
export const databaseFor = (env: Env, _organisationId: string, request?: object): Database => {
	if (!request) return openDatabase(env.DB);
	const database = ofRequests.get(request) ?? openDatabase(gatherReads(env.DB));
	ofRequests.set(request, database);
	return database;
};
