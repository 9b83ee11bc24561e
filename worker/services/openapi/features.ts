import type { GenericSchema } from "valibot";
import * as bulkSchemas from "#worker/contract/bulk";
import * as criteriaSchemas from "#worker/contract/criteria/criteria";
import type { Endpoint } from "#worker/contract/endpoint";
import * as formSchemas from "#worker/contract/forms/form-schema";
import * as recordSchemas from "#worker/contract/records";
import * as addOns from "#worker/services/add-ons/contract";
import * as adminLevels from "#worker/services/admin-levels/contract";
import * as apiKeys from "#worker/services/api-keys/contract";
import * as changes from "#worker/services/applicants/change.contract";
import * as modifications from "#worker/services/applicants/changes.contract";
import * as applicants from "#worker/services/applicants/contract";
import * as selections from "#worker/services/applicants/selection.contract";
import * as applicationGroups from "#worker/services/application-groups/contract";
import * as applicationReports from "#worker/services/application-reports/contract";
import * as applications from "#worker/services/applications/contract";
import * as assignments from "#worker/services/assignments/contract";
import * as assistant from "#worker/services/assistant/contract";
import * as attachments from "#worker/services/attachments/contract";
import * as auditLog from "#worker/services/audit-log/contract";
import * as auth from "#worker/services/auth/contract";
import * as bankAccount from "#worker/services/bank-account/contract";
import * as batchResults from "#worker/services/batches/contract";
import * as candidateInfo from "#worker/services/candidate-info/contract";
import * as corrections from "#worker/services/corrections/contract";
import * as coupons from "#worker/services/coupons/contract";
import * as courses from "#worker/services/courses/contract";
import * as courseUploads from "#worker/services/courses/uploads.contract";
import * as dashboard from "#worker/services/dashboard/contract";
import * as duplicates from "#worker/services/duplicates/contract";
import * as emails from "#worker/services/emails/contract";
import * as mailings from "#worker/services/emails/mailings.contract";
import * as notifying from "#worker/services/emails/notify.contract";
import * as sending from "#worker/services/emails/sending.contract";
import * as sms from "#worker/services/emails/sms.contract";
import * as exporting from "#worker/services/exports/contract";
import * as formDesigns from "#worker/services/form-designs/contract";
import * as forms from "#worker/services/forms/contract";
import * as letters from "#worker/services/letters/contract";
import * as letterVerification from "#worker/services/letters/verification.contract";
import * as locations from "#worker/services/locations/contract";
import * as notes from "#worker/services/notes/contract";
import * as notifications from "#worker/services/notifications/contract";
import * as organisation from "#worker/services/organisation/contract";
import * as settings from "#worker/services/organisation/settings.contract";
import * as outbox from "#worker/services/outbox/contract";
import * as paylog from "#worker/services/payment-configurations/contract";
import * as printing from "#worker/services/printing/contract";
import * as privacy from "#worker/services/privacy/contract";
import * as rankingBoards from "#worker/services/rankings/board.contract";
import * as rankings from "#worker/services/rankings/contract";
import * as reasons from "#worker/services/reasons/contract";
import * as referees from "#worker/services/referees/contract";
import * as invitations from "#worker/services/referees/invitation.contract";
import * as reminders from "#worker/services/reminders/contract";
import * as reportSchedules from "#worker/services/report-schedules/contract";
import * as retention from "#worker/services/retention/contract";
import * as savedViews from "#worker/services/saved-views/contract";
import * as savedCriteria from "#worker/services/saved-views/criteria.contract";
import * as transactionViews from "#worker/services/saved-views/transaction-views.contract";
import * as search from "#worker/services/search/contract";
import * as settlements from "#worker/services/settlements/contract";
import * as dayRows from "#worker/services/settlements/day-rows.contract";
import * as settlementFiles from "#worker/services/settlements/files.contract";
import * as stageChanges from "#worker/services/stage-changes/contract";
import * as releases from "#worker/services/stage-changes/release.contract";
import * as subscriptions from "#worker/services/subscriptions/contract";
import * as tasks from "#worker/services/tasks/contract";
import * as templates from "#worker/services/templates/contract";
import * as templateDrafts from "#worker/services/templates/drafts.contract";
import * as templateFiles from "#worker/services/templates/files.contract";
import * as templatePictures from "#worker/services/templates/pictures.contract";
import * as templatePreviews from "#worker/services/templates/previews.contract";
import * as transactions from "#worker/services/transactions/contract";
import * as paymentExceptions from "#worker/services/transactions/exceptions.contract";
import * as publicPayment from "#worker/services/transactions/public-payment.contract";
import * as taking from "#worker/services/transactions/taking.contract";
import * as paymentWebhooks from "#worker/services/transactions/webhooks.contract";
import * as candidate from "#worker/services/uploaded-candidates/candidate.contract";
import * as uploadedCandidates from "#worker/services/uploaded-candidates/contract";
import * as candidateImports from "#worker/services/uploaded-candidates/imports.contract";
import * as users from "#worker/services/users/contract";
import * as staff from "#worker/services/users/staff.contract";
import * as webhooks from "#worker/services/webhooks/contract";
import * as workflows from "#worker/services/workflows/contract";
import * as workflowDrafts from "#worker/services/workflows/drafts.contract";
import * as workflowFiles from "#worker/services/workflows/files.contract";

/** The features in the order of the documentation. */
const contracts: readonly (readonly [title: string, ...contracts: Record<string, unknown>[]])[] = [
	["Signing in", auth],
	["Users and roles", users, staff],
	["API keys", apiKeys],
	["Webhooks", webhooks],
	["Organisation", organisation, settings, recordSchemas],
	["Applications", applications],
	["Application groups", applicationGroups],
	["Courses", courses, courseUploads],
	["Structure", adminLevels],
	["Form designs", formDesigns],
	["Workflows", workflows, workflowDrafts, workflowFiles],
	[
		"Applicants",
		applicants,
		changes,
		stageChanges,
		releases,
		assignments,
		corrections,
		notes,
		batchResults,
		bulkSchemas,

		modifications,
		referees,
		selections,
		printing,
		letters,
		savedViews,
		exporting,
	],
	["Assistant", assistant, savedCriteria, criteriaSchemas],
	["Rankings", rankings, rankingBoards],
	["Duplicates", duplicates],
	["Reasons", reasons],
	["Dashboard", dashboard],
	["Reports", applicationReports],
	["Emails and SMS", sending, sms, notifying, mailings, emails],
	["Uploaded candidates", uploadedCandidates, candidate, candidateImports],
	["Activity and modification log", auditLog],
	["Privacy", privacy],
	["Retention rules", retention],
	["Transactions", transactions, transactionViews, taking, publicPayment, paymentWebhooks, paymentExceptions],
	["Daily close", settlements, dayRows, settlementFiles],
	["Payment configurations", paylog],
	["Bank account", bankAccount],
	["Discount codes", coupons],
	["Add-ons", addOns],
	["Subscription", subscriptions],
	["Forms", forms, attachments, formSchemas],
	["Locations", locations],
	["Reminders", reminders],
	["Report schedules", reportSchedules],
	["Templates", templates, templateDrafts, templatePreviews, templateFiles, templatePictures],
	["Notifications", notifications],
	["Tasks", tasks],
	["Search", search],
	["Public summary", candidateInfo],
	["Verifying letters", letterVerification],
	["References", invitations],
	["Outbox", outbox],
];

export const featureTitles: readonly string[] = contracts.map(([title]) => title);

/** Returns the title of the feature that declares an endpoint, and the name of its export. */
export const declarationOf = (endpoint: Endpoint): { feature: string; name: string } | undefined => {
	for (const [feature, ...declared] of contracts)
		for (const [name, exported] of declared.flatMap(Object.entries))
			if (exported === endpoint) return { feature, name };
	return undefined;
};

export const namedSchemas = (): Record<string, GenericSchema> => {
	const named: Record<string, GenericSchema> = {};
	for (const [, ...declared] of contracts)
		for (const [name, exported] of declared.flatMap(Object.entries)) {
			if (!isSchema(exported) || Object.values(named).includes(exported)) continue;
			if (Object.hasOwn(named, name)) throw new Error(`Two contracts export different schemas as ${name}`);
			named[name] = exported;
		}
	return named;
};

const isSchema = (exported: unknown): exported is GenericSchema =>
	typeof exported === "object" && exported !== null && "kind" in exported && exported.kind === "schema";
