import type { Background } from "#worker/feature-background";
import { reportJob } from "#worker/services/application-reports/report.job";

export const applicationReportsBackground: Background = { jobs: [reportJob] };
