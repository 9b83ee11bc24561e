import { dayMs } from "#worker/contract/day-ms";
import type { Background } from "#worker/feature-background";
import { exportRankingJob } from "#worker/services/rankings/export.job";
import { rankJob } from "#worker/services/rankings/rank.job";
import { deleteOldRankings } from "#worker/services/rankings/writes";

/** A ranking that another one has replaced is kept for this long. */
const replacedLiveMs = 30 * dayMs;

export const rankingsBackground: Background = {
	jobs: [rankJob, exportRankingJob],
	sweeps: [{ name: "old rankings", run: ({ db, now }) => deleteOldRankings(db, now - replacedLiveMs) }],
};
