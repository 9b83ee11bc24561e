import { dayMs } from "#worker/contract/day-ms";
import type { Background } from "#worker/feature-background";
import { judgeJob } from "#worker/services/assistant/judge.job";
import { deleteOldReadings, deleteOldSessions } from "#worker/services/assistant/writes";

/** Sessions are kept for this long. */
const sessionsLiveMs = 30 * dayMs;

/** What a model answered is of use on its own day only. */
const readingsLiveMs = 2 * dayMs;

export const assistantBackground: Background = {
	jobs: [judgeJob],
	sweeps: [
		{ name: "old criteria sessions", run: ({ db, now }) => deleteOldSessions(db, now - sessionsLiveMs) },
		{
			name: "old readings of models",
			run: ({ db, now }) => {
				const before = now - readingsLiveMs;
				return deleteOldReadings(db, { before, day: new Date(before).toISOString().slice(0, 10) });
			},
		},
	],
};
