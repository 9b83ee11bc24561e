import { env } from "cloudflare:workers";
import { type Recorded, recordingDatabase } from "#tests/support/recording-database";

/** The database as tests use it: their own statements are not recorded. */
export const plainDatabase: D1Database = env.DB;

const known = new Set<string>();
let unread: Recorded[] = [];

/** why: the length of a list of values changes no plan. */
const shapeOf = (sql: string) => sql.replaceAll(/\?(?:,\s*\?)+/g, "?");

// why: the query builder binds every statement, also one without values, so none of the product's is missed.
env.DB = recordingDatabase(plainDatabase, (statement) => {
	const shape = shapeOf(statement.sql);
	if (known.has(shape)) return;
	known.add(shape);
	unread.push(statement);
});

/** Returns the product's statements that were used for the first time since the last call. */
export const takeNewStatements = (): Recorded[] => {
	const used = unread;
	unread = [];
	return used;
};
