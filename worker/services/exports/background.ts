import type { Background } from "#worker/feature-background";
import { exportCandidatesJob } from "#worker/services/exports/export.job";

export const exportsBackground: Background = { jobs: [exportCandidatesJob] };
