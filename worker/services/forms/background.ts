import { dayMs } from "#worker/contract/day-ms";
import type { Background } from "#worker/feature-background";
import { deleteOldDrafts } from "#worker/services/forms/edit.writes";
import type { SweepContext } from "#worker/sweep/sweep";

/** A draft that nobody continued is deleted after this long. */
const draftsLiveMs = 30 * dayMs;

const deleteDrafts = async ({ db, env, now }: SweepContext): Promise<void> => {
	const objectKeys = await deleteOldDrafts(db, now - draftsLiveMs);
	if (objectKeys.length > 0) await env.FILES.delete(objectKeys);
};

export const formsBackground: Background = { sweeps: [{ name: "old form drafts", run: deleteDrafts }] };
