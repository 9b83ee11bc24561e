import type { Background } from "#worker/feature-background";
import { keptDraftMs } from "#worker/records/draft-states";
import { forgetObjects } from "#worker/services/workflows/attach-file";
import { deleteDiscardedDrafts } from "#worker/services/workflows/drafts.writes";

export const workflowsBackground: Background = {
	sweeps: [
		{
			name: "drafts of workflows that were discarded",
			run: async ({ db, env, now }) => forgetObjects(env, await deleteDiscardedDrafts(db, now - keptDraftMs)),
		},
	],
};
