import { dayMs } from "#worker/contract/day-ms";
import type { Env } from "#worker/env";

/** The folder of the files that tasks make for download. */
export const downloadsFolder = "downloads/";
/** The folder of uploaded lists until they have been read. */
export const uploadsFolder = "uploads/";

/** How long files for download are kept: they hold confidential data of applicants. */
const keptMs = 7 * dayMs;

/** Deletes files made for download, lists that nobody read, and the remains of broken tasks, once an hour. */
export const deleteOldDownloads = async ({ FILES }: Env, now: number): Promise<void> => {
	// why once an hour: every look into the store costs money.
	if (new Date(now).getUTCMinutes() !== 0) return;
	for (const prefix of [downloadsFolder, uploadsFolder]) await deleteOld(FILES, prefix, now);
};

const deleteOld = async (FILES: Env["FILES"], prefix: string, now: number): Promise<void> => {
	let cursor: string | undefined;
	do {
		const page = await FILES.list({ prefix, ...(cursor && { cursor }) });
		const old = page.objects.filter(({ uploaded }) => uploaded.getTime() < now - keptMs);
		if (old.length > 0) await FILES.delete(old.map(({ key }) => key));
		cursor = page.truncated ? page.cursor : undefined;
	} while (cursor);
};
