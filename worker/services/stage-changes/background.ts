import type { Background } from "#worker/feature-background";
import { stageChangeJob } from "#worker/services/stage-changes/change-stages.job";
import { undoMoveJob } from "#worker/services/stage-changes/undo-move.job";

export const stageChangesBackground: Background = { jobs: [stageChangeJob, undoMoveJob] };
