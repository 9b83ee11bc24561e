import { dayMs } from "#worker/contract/day-ms";
import type { Background } from "#worker/feature-background";
import { addRowsJob, undoRowsJob } from "#worker/services/uploaded-candidates/carry-out.job";
import { checkRowsJob } from "#worker/services/uploaded-candidates/check-rows.job";
import { readListJob } from "#worker/services/uploaded-candidates/read-list.job";
import { deleteIdleImports } from "#worker/services/uploaded-candidates/writes";

/** The age at which an uploaded list that nobody imported is deleted. */
const importsLiveMs = 30 * dayMs;

export const uploadedCandidatesBackground: Background = {
	jobs: [readListJob, checkRowsJob, addRowsJob, undoRowsJob],
	sweeps: [{ name: "idle imports", run: ({ db, now }) => deleteIdleImports(db, { now, before: now - importsLiveMs }) }],
};
