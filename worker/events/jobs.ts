import type { Job } from "#worker/events/job";
import { stageChangeJob } from "#worker/services/applicants/change-stages.job";

/** Every kind of long work. */
export const jobs: readonly Job[] = [stageChangeJob];
