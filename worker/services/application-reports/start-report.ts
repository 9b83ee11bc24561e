import type { OrgContext } from "#worker/context";
import { fail, ok, type Result } from "#worker/contract/result";
import { findReported, findStaffAddresses } from "#worker/services/application-reports/queries";
import { startTask } from "#worker/tasks/start-task";

/** The task that makes the report of an application; its job is in `report.job.ts`. */
export const reportTask = "APPLICATION_REPORT";

interface Asked {
	applicationId: string;
	emails?: readonly string[];
	startDate?: string | undefined;
}

/** Begins a report (§7 POST /application-reports/download and /send): a file, and mails of it to staff alone. */
export const startReport = async (
	ctx: OrgContext,
	{ applicationId, emails = [], startDate }: Asked,
): Promise<Result<{ taskId: string }>> => {
	const [application, staff] = await Promise.all([findReported(ctx, applicationId), findStaffAddresses(ctx, emails)]);
	if (!application) return fail("application_unavailable");
	const strangers = emails.filter((email) => !staff.has(email.toLowerCase()));
	if (strangers.length > 0)
		return fail("not_staff", { fields: { emails: [`Not an address of your staff: ${strangers.join(", ")}`] } });
	const to = [...new Set(emails.map((email) => email.toLowerCase()))];
	const taskId = await startTask(ctx, {
		type: reportTask,
		input: { applicationId, emails: to, asOf: startDate ? Date.parse(startDate) : ctx.now() },
		total: 1 + to.length,
		makesFile: true,
		applicationTitle: application.title,
	});
	return ok({ taskId });
};
