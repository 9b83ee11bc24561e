import type { Background } from "#worker/feature-background";
import { exportLogJobs } from "#worker/services/audit-log/export.jobs";
import { purgeLogs, purgeSweep } from "#worker/services/audit-log/purge-logs";

export const auditLogBackground: Background = { jobs: exportLogJobs, errands: [purgeLogs], sweeps: [purgeSweep] };
