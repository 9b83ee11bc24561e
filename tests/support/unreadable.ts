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

/** Refuses every write to a table while something is done. */
export const whileUnwritable = async (table: string, act: () => Promise<void>): Promise<void> => {
	const events = ["INSERT", "UPDATE", "DELETE"];
	const nameOf = (event: string) => sql.raw(`no_${event.toLowerCase()}_of_${table}`);
	for (const event of events)
		await testDb().run(sql`CREATE TRIGGER ${nameOf(event)} BEFORE ${sql.raw(event)} ON ${sql.identifier(table)}
			BEGIN SELECT RAISE(ABORT, 'no room'); END`);
	try {
		await act();
	} finally {
		for (const event of events) await testDb().run(sql`DROP TRIGGER ${nameOf(event)}`);
	}
};
