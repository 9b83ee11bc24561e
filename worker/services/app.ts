import { jobs, runHandlers } from "#worker/background";
import type { Clock } from "#worker/context";
import { type App, createApp } from "#worker/http/create-app";
import { addOnsRoutes } from "#worker/services/add-ons/routes";
import { adminLevelsRoutes } from "#worker/services/admin-levels/routes";
import { apiKeysRoutes } from "#worker/services/api-keys/routes";
import { applicantChangeRoutes, applicantsRoutes } from "#worker/services/applicants/routes";
import { applicationGroupsRoutes } from "#worker/services/application-groups/routes";
import { applicationReportsRoutes } from "#worker/services/application-reports/routes";
import { applicationsRoutes } from "#worker/services/applications/routes";
import { assignReviewer, changeCourse, postToLocation } from "#worker/services/assignments/change-assignments";
import { assignmentsRoutes } from "#worker/services/assignments/routes";
import { assistantRoutes } from "#worker/services/assistant/routes";
import { attachmentsRoutes } from "#worker/services/attachments/routes";
import { auditLogRoutes } from "#worker/services/audit-log/routes";
import { authRoutes } from "#worker/services/auth/routes";
import { bankAccountRoutes } from "#worker/services/bank-account/routes";
import { batchesRoutes } from "#worker/services/batches/routes";
import { candidateInfoRoutes } from "#worker/services/candidate-info/routes";
import { correctionsRoutes } from "#worker/services/corrections/routes";
import { couponsRoutes } from "#worker/services/coupons/routes";
import { coursesRoutes } from "#worker/services/courses/routes";
import { dashboardRoutes } from "#worker/services/dashboard/routes";
import { duplicatesRoutes } from "#worker/services/duplicates/routes";
import { emailsRoutes } from "#worker/services/emails/routes";
import { exportsRoutes } from "#worker/services/exports/routes";
import { formDesignsRoutes } from "#worker/services/form-designs/routes";
import { formsRoutes } from "#worker/services/forms/routes";
import { lettersRoutes } from "#worker/services/letters/routes";
import { locationsRoutes } from "#worker/services/locations/routes";
import { notesRoutes } from "#worker/services/notes/routes";
import { notificationsRoutes } from "#worker/services/notifications/routes";
import { openApiRoutes } from "#worker/services/openapi/routes";
import { organisationRoutes } from "#worker/services/organisation/routes";
import { outboxRoutes } from "#worker/services/outbox/routes";
import { paymentConfigurationsRoutes } from "#worker/services/payment-configurations/routes";
import { printingRoutes } from "#worker/services/printing/routes";
import { privacyRoutes } from "#worker/services/privacy/routes";
import { rankingRoutes } from "#worker/services/rankings/routes";
import { reasonsRoutes } from "#worker/services/reasons/routes";
import { refereesRoutes } from "#worker/services/referees/routes";
import { remindersRoutes } from "#worker/services/reminders/routes";
import { reportSchedulesRoutes } from "#worker/services/report-schedules/routes";
import { retentionRoutes } from "#worker/services/retention/routes";
import { savedViewsRoutes } from "#worker/services/saved-views/routes";
import { searchRoutes } from "#worker/services/search/routes";
import { settlementsRoutes } from "#worker/services/settlements/routes";
import { changeStage } from "#worker/services/stage-changes/change-stages";
import { stageChangesRoutes } from "#worker/services/stage-changes/routes";
import { subscriptionsRoutes } from "#worker/services/subscriptions/routes";
import { tasksRoutes } from "#worker/services/tasks/routes";
import { templatesRoutes } from "#worker/services/templates/routes";
import { transactionsRoutes } from "#worker/services/transactions/routes";
import { uploadedCandidatesRoutes } from "#worker/services/uploaded-candidates/routes";
import { usersRoutes } from "#worker/services/users/routes";
import { webhooksRoutes } from "#worker/services/webhooks/routes";
import { workflowsRoutes } from "#worker/services/workflows/routes";

/** Registers the endpoints of each feature, in the order of the documentation. */
export const features: readonly ((app: App) => void)[] = [
	authRoutes,
	usersRoutes,
	apiKeysRoutes,
	webhooksRoutes,
	organisationRoutes,
	applicationsRoutes,
	applicationGroupsRoutes,
	coursesRoutes,
	adminLevelsRoutes,
	workflowsRoutes,
	applicantsRoutes,
	stageChangesRoutes,
	assignmentsRoutes,
	correctionsRoutes,
	notesRoutes,
	applicantChangeRoutes({ changeStage, changeCourse, postToLocation, assignReviewer }),
	batchesRoutes(runHandlers),
	lettersRoutes,
	refereesRoutes,
	printingRoutes,
	savedViewsRoutes,
	attachmentsRoutes,
	exportsRoutes,
	assistantRoutes,
	rankingRoutes,
	duplicatesRoutes,
	reasonsRoutes,
	dashboardRoutes,
	auditLogRoutes,
	privacyRoutes,
	applicationReportsRoutes,
	emailsRoutes,
	settlementsRoutes,
	transactionsRoutes,
	bankAccountRoutes,
	paymentConfigurationsRoutes,
	couponsRoutes,
	addOnsRoutes,
	subscriptionsRoutes,
	formDesignsRoutes,
	formsRoutes,
	locationsRoutes,
	remindersRoutes,
	retentionRoutes,
	reportSchedulesRoutes,
	notificationsRoutes,
	templatesRoutes,
	tasksRoutes(jobs),
	candidateInfoRoutes,
	searchRoutes,
	uploadedCandidatesRoutes,
	outboxRoutes,
	openApiRoutes,
];

/** Every service under `/api`. Tests pass a clock of their own. */
export const createServices = (clock?: Clock): App => {
	const app = createApp(clock);
	for (const register of features) register(app);
	return app;
};

let services: App | undefined;

/** The services, composed once per isolate. */
export const servicesApp = (): App => {
	services ??= createServices();
	return services;
};
