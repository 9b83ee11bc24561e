import { sql } from "drizzle-orm";
import { testDb } from "#tests/support/factories";
import { foldedKey } from "#worker/database/folded";

/** One name in three spellings: another case, and its letters apart from their marks. */
export const spellings = {
	name: "Oke Ìlọ́fà",
	inCapitals: "OKE ÌLỌ́FÀ",
	decomposed: "Oke Ìlọ́fà".normalize("NFD"),
};

/** The columns of names beside which a table keeps a key. why from its statement: D1 does not tell a table's columns. */
export const keyedColumns = async (): Promise<{ table: string; column: string }[]> => {
	const tables = await testDb().all<{ name: string; made: string }>(
		sql`SELECT name, sql AS made FROM sqlite_master WHERE type = 'table' ORDER BY name`,
	);
	return tables.flatMap(({ name: table, made }) =>
		[...String(made).matchAll(/`(\w+)_key` text(?! NOT NULL)/g)]
			.map(([, column = ""]) => ({ table, column }))
			.filter(({ column }) => made.includes(`\`${column}\` text`)),
	);
};

/** Returns the names of all institutions whose key is not theirs: somebody wrote one without the other. */
export const wrongKeys = async (): Promise<string[]> => {
	const faults: string[] = [];
	for (const { table, column } of await keyedColumns()) {
		const [name, key] = [sql.identifier(column), sql.identifier(`${column}_key`)];
		const rows = await testDb().all<{ name: string; key: string | null }>(
			sql`SELECT ${name} AS name, ${key} AS "key" FROM ${sql.identifier(table)}`,
		);
		for (const row of rows) if (row.key !== foldedKey(row.name)) faults.push(`${table}: ${row.name} has ${row.key}`);
	}
	return faults;
};
