import type { Background } from "#worker/feature-background";
import { keptDraftMs } from "#worker/records/draft-states";
import { deleteDiscardedDrafts } from "#worker/services/workflows/drafts.writes";

export const workflowsBackground: Background = {
	sweeps: [
		{
			name: "drafts of workflows that were discarded",
			run: ({ db, now }) => deleteDiscardedDrafts(db, now - keptDraftMs),
		},
	],
};
