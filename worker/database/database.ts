import { drizzle } from "drizzle-orm/d1";
import { type BatchedReads, batchReads } from "#worker/database/batch-reads";
import { writeInOneGo } from "#worker/database/sql-text";
import type { Env } from "#worker/env";

writeInOneGo();

export const openDatabase = (d1: D1Database) => drizzle(d1);

export type Database = ReturnType<typeof openDatabase>;

interface RequestDatabase extends Pick<BatchedReads, "hurry" | "writeIf" | "restBefore"> {
	database: Database;
	unhurried: Database;
}

/** why by request: one request's reads must not wait for another's. */
const ofRequests = new WeakMap<object, RequestDatabase>();

/**
 * Returns the database that holds an organisation's rows: the one place that chooses it.
 * @param request when given, the reads that serve this request go to D1 in batches
 */
export const databaseFor = (env: Env, organisationId: string, request?: object): Database =>
	request ? requestDatabase(env, organisationId, request).database : openDatabase(env.DB);

/** Returns an organisation's database as one request sees it. */
export const requestDatabase = (env: Env, _organisationId: string, request: object): RequestDatabase => {
	const known = ofRequests.get(request);
	if (known) return known;
	const { database, unhurried, ...control } = batchReads(env.DB);
	const opened = { database: openDatabase(database), unhurried: openDatabase(unhurried), ...control };
	ofRequests.set(request, opened);
	return opened;
};

/** Lets the request begin anew with a database of its own; code that holds the former one keeps it. */
export const forgetRequestDatabase = (request: object): void => {
	ofRequests.delete(request);
};
