import { sql } from "drizzle-orm";
import { testDb } from "#tests/support/factories";

/** Makes a table unreadable while something is done. */
export const whileUnreadable = async (table: string, act: () => Promise<void>): Promise<void> => {
	const away = sql.identifier(`${table}_out_of_reach`);
	await testDb().run(sql`ALTER TABLE ${sql.identifier(table)} RENAME TO ${away}`);
	try {
		await act();
	} finally {
		await testDb().run(sql`ALTER TABLE ${away} RENAME TO ${sql.identifier(table)}`);
	}
};
