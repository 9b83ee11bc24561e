import type { Background } from "#worker/feature-background";
import { runHandler } from "#worker/runs/run-kind";
import { applicantDataJob } from "#worker/services/privacy/applicant-data.job";
import { erasure } from "#worker/services/privacy/erasure.bulk";
import { findErasedFiles, writeFilesDeleted } from "#worker/services/privacy/erasure.writes";
import type { Sweep } from "#worker/sweep/sweep";

/** Applicants whose files one sweep deletes. */
const applicantsEachMinute = 100;

/** Deletes the files of erased applicants from the store. why here: the store takes no part in the commit that erases. */
const erasedFilesSweep: Sweep = {
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

export const privacyBackground: Background = {
	runs: [runHandler(erasure)],
	jobs: [applicantDataJob],
	sweeps: [erasedFilesSweep],
};
