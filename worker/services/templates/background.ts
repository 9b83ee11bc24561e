import { dayMs } from "#worker/contract/day-ms";
import type { Background } from "#worker/feature-background";
import { deleteLeftDrafts } from "#worker/services/templates/drafts.writes";

/** For how long a draft is kept that was discarded, or whose template was never created. */
const keptMs = 90 * dayMs;

export const templatesBackground: Background = {
	sweeps: [{ name: "drafts that were left", run: ({ db, now }) => deleteLeftDrafts(db, now - keptMs) }],
};
