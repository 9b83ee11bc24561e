import type { Background } from "#worker/feature-background";
import { runHandler } from "#worker/runs/run-kind";
import { findDueReleases } from "#worker/services/stage-changes/release.queries";
import { stageChange } from "#worker/services/stage-changes/stage-change.bulk";
import { releaseErrand, startRelease } from "#worker/services/stage-changes/start-release";
import { sendErrand } from "#worker/tasks/start-task";

export const stageChangesBackground: Background = {
	runs: [runHandler(stageChange)],
	errands: [startRelease],
	sweeps: [
		{
			name: "releases",
			run: async ({ db, env, now }) => {
				for (const { organisationId, id } of await findDueReleases(db, now))
					await sendErrand(env, { organisationId, taskId: id, errand: releaseErrand });
			},
		},
	],
};
