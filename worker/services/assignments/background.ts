import type { Background } from "#worker/feature-background";
import { detailJobs } from "#worker/services/assignments/change-assignments.job";

export const assignmentsBackground: Background = { jobs: detailJobs };
