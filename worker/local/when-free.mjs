import { setTimeout as wait } from "node:timers/promises";

const tries = 5;

/** What SQLite, and the local D1 above it, say while another process writes. */
const busy = /SQLITE_BUSY|database is locked|Failed to get session commit token/;

/**
 * Does something with the local database, again up to four times, while another process writes to it, such as
 * `npm start` at its beginning. @param work done as a whole or not at all @param gapMs the wait before it is tried again
 */
export const whenFree = async (work, gapMs = 1_000) => {
	for (let tried = 1; ; tried++)
		try {
			return await work();
		} catch (error) {
			if (tried === tries || !busy.test(error.message)) throw error;
			await wait(gapMs);
		}
};
