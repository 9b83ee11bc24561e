import type { Background } from "#worker/feature-background";
import { runHandler } from "#worker/runs/run-kind";
import { stageChange } from "#worker/services/stage-changes/stage-change.bulk";

export const stageChangesBackground: Background = { runs: [runHandler(stageChange)] };
