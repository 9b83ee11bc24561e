import { findErasedFiles, writeFilesDeleted } from "#worker/services/privacy/erasure.writes";
import type { Sweep } from "#worker/sweep/sweep";

/** Applicants whose files one sweep deletes. */
const applicantsEachMinute = 100;

/** Deletes the files of erased applicants from the store. why here: the store takes no part in the commit that erases. */
export const erasedFilesSweep: Sweep = {
	name: "files of erased applicants",
	run: async ({ db, env }) => {
		for (const { files, ...erased } of await findErasedFiles(db, applicantsEachMinute)) {
			const keys = files ?? [];
			// why in parts: the store deletes at most this many at once.
			for (let from = 0; from < keys.length; from += 1_000) await env.FILES.delete(keys.slice(from, from + 1_000));
			await writeFilesDeleted(db, erased);
		}
	},
};
