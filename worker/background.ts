import { auditTrail } from "#worker/events/audit-trail.writes";
import type { Subscriber } from "#worker/events/subscriber";
import type { Background } from "#worker/feature-background";
import { applicationReportsBackground } from "#worker/services/application-reports/background";
import { assignmentsBackground } from "#worker/services/assignments/background";
import { assistantBackground } from "#worker/services/assistant/background";
import { auditLogBackground } from "#worker/services/audit-log/background";
import { authBackground } from "#worker/services/auth/background";
import type { RunHandlers } from "#worker/services/batches/open-batch";
import { couponsBackground } from "#worker/services/coupons/background";
import { coursesBackground } from "#worker/services/courses/background";
import { duplicatesBackground } from "#worker/services/duplicates/background";
import { emailsBackground } from "#worker/services/emails/background";
import { exportsBackground } from "#worker/services/exports/background";
import { formsBackground } from "#worker/services/forms/background";
import { lettersBackground } from "#worker/services/letters/background";
import { notificationsBackground } from "#worker/services/notifications/background";
import { printingBackground } from "#worker/services/printing/background";
import { privacyBackground } from "#worker/services/privacy/background";
import { eraseByRule } from "#worker/services/privacy/erase-applicants";
import { rankingsBackground } from "#worker/services/rankings/background";
import { reasonsBackground } from "#worker/services/reasons/background";
import { refereesBackground } from "#worker/services/referees/background";
import { notifyReferees } from "#worker/services/referees/notify-referees";
import { remindersBackground } from "#worker/services/reminders/background";
import { reportSchedulesBackground } from "#worker/services/report-schedules/background";
import { retentionBackground } from "#worker/services/retention/background";
import { settlementsBackground } from "#worker/services/settlements/background";
import { stageChangesBackground } from "#worker/services/stage-changes/background";
import { templatesBackground } from "#worker/services/templates/background";
import { transactionsBackground } from "#worker/services/transactions/background";
import { uploadedCandidatesBackground } from "#worker/services/uploaded-candidates/background";
import { webhooksBackground } from "#worker/services/webhooks/background";
import { workflowsBackground } from "#worker/services/workflows/background";
import type { Sweep } from "#worker/sweep/sweep";
import type { Errand } from "#worker/tasks/errand";
import type { Job } from "#worker/tasks/job";

const features: readonly Background[] = [
	notificationsBackground,
	lettersBackground,
	reasonsBackground,
	exportsBackground,
	assistantBackground,
	rankingsBackground,
	applicationReportsBackground,
	stageChangesBackground,
	assignmentsBackground,
	printingBackground,
	emailsBackground,
	uploadedCandidatesBackground,
	coursesBackground,
	couponsBackground,
	duplicatesBackground,
	authBackground,
	auditLogBackground,
	privacyBackground,
	formsBackground,
	refereesBackground,
	webhooksBackground,
	remindersBackground(notifyReferees),
	retentionBackground(eraseByRule),
	reportSchedulesBackground,
	settlementsBackground,
	templatesBackground,
	transactionsBackground,
	workflowsBackground,
];

/** Every kind of bulk action. */
export const runHandlers: RunHandlers = features.flatMap(({ runs = [] }) => runs);

/** Every kind of long work. */
export const jobs: readonly Job[] = [
	...runHandlers.flatMap((handler) => handler.jobs),
	...features.flatMap(({ jobs = [] }) => jobs),
];

/** Every kind of short work without a task. */
export const errands: readonly Errand[] = features.flatMap(({ errands = [] }) => errands);

/** Everything that reacts to events, in the order in which it does. */
export const subscribers: readonly Subscriber[] = [
	auditTrail,
	...features.flatMap(({ subscribers = [] }) => subscribers),
];

/** What features clean up every minute, besides the sweep's own work. */
export const sweeps: readonly Sweep[] = features.flatMap(({ sweeps = [] }) => sweeps);
