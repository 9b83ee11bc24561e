import type { Clock } from "#worker/context";
import { type App, createApp } from "#worker/http/create-app";
import { adminLevelsRoutes } from "#worker/services/admin-levels/routes";
import { applicantDocumentsRoutes } from "#worker/services/applicants/documents.routes";
import { applicantExportsRoutes } from "#worker/services/exports/routes";
import { applicantsRoutes } from "#worker/services/applicants/routes";
import { applicationReportsRoutes } from "#worker/services/application-reports/routes";
import { applicationsRoutes } from "#worker/services/applications/routes";
import { authRoutes } from "#worker/services/auth/routes";
import { candidateInfoRoutes } from "#worker/services/candidate-info/routes";
import { coursesRoutes } from "#worker/services/courses/routes";
import { duplicatesRoutes } from "#worker/services/duplicates/routes";
import { emailsRoutes } from "#worker/services/emails/routes";
import { formsRoutes } from "#worker/services/forms/routes";
import { locationsRoutes } from "#worker/services/locations/routes";
import { notificationsRoutes } from "#worker/services/notifications/routes";
import { openApiRoutes } from "#worker/services/openapi/routes";
import { organisationRoutes } from "#worker/services/organisation/routes";
import { outboxRoutes } from "#worker/services/outbox/routes";
import { reasonsRoutes } from "#worker/services/reasons/routes";
import { searchRoutes } from "#worker/services/search/routes";
import { tasksRoutes } from "#worker/services/tasks/routes";
import { templatesRoutes } from "#worker/services/templates/routes";
import { transactionsRoutes } from "#worker/services/transactions/routes";
import { uploadedCandidatesRoutes } from "#worker/services/uploaded-candidates/routes";
import { usersRoutes } from "#worker/services/users/routes";
import { workflowsRoutes } from "#worker/services/workflows/routes";

const features: readonly ((app: App) => void)[] = [
	authRoutes,
	usersRoutes,
	organisationRoutes,
	applicationsRoutes,
	coursesRoutes,
	adminLevelsRoutes,
	workflowsRoutes,
	applicantsRoutes,
	applicantDocumentsRoutes,
	applicantExportsRoutes,
	duplicatesRoutes,
	reasonsRoutes,
	applicationReportsRoutes,
	emailsRoutes,
	transactionsRoutes,
	formsRoutes,
	locationsRoutes,
	notificationsRoutes,
	templatesRoutes,
	tasksRoutes,
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
