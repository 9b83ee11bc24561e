import type { Background } from "#worker/feature-background";
import { keptDraftMs } from "#worker/records/draft-states";
import { deleteLeftDrafts } from "#worker/services/templates/drafts.writes";

export const templatesBackground: Background = {
	sweeps: [{ name: "drafts that were left", run: ({ db, now }) => deleteLeftDrafts(db, now - keptDraftMs) }],
};
