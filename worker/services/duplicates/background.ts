import type { Background } from "#worker/feature-background";
import { backfillIdentityKeys } from "#worker/services/duplicates/backfill-keys";

export const duplicatesBackground: Background = {
	sweeps: [{ name: "identity keys", run: ({ env }) => backfillIdentityKeys(env) }],
};
