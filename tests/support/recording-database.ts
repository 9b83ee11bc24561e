import { replacing } from "#tests/support/replacing";

export interface Recorded {
	sql: string;
	params: readonly unknown[];
}

/** Returns the database with each statement passed to `record` when its values are bound. */
export const recordingDatabase = (d1: D1Database, record: (statement: Recorded) => void): D1Database =>
	replacing(d1, {
		prepare: (sql: string) => {
			const statement = d1.prepare(sql);
			const bind = statement.bind.bind(statement);
			statement.bind = (...params) => {
				record({ sql, params });
				return bind(...params);
			};
			return statement;
		},
	});
