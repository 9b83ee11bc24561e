import type { OrgContext } from "#worker/context";
import { fail, ok } from "#worker/contract/result";
import { reportTask } from "#worker/services/application-reports/contract";
import { findStaffAddresses } from "#worker/services/application-reports/queries";
import { findApplicationTitle } from "#worker/services/applications/queries";
import { startTask } from "#worker/tasks/start-task";

interface Asked {
	applicationId: string;
	emails: readonly string[];
	startDate?: string | undefined;
}

/** Starts a report that is mailed to staff, and to nobody else (§7 POST /application-reports/send). */
export const sendReport = async (ctx: OrgContext, asked: Asked) => {
	const staff = await findStaffAddresses(ctx, asked.emails);
	const strangers = asked.emails.filter((email) => !staff.has(email.toLowerCase()));
	if (strangers.length > 0)
		return fail("not_staff", { fields: { emails: [`Not an address of your staff: ${strangers.join(", ")}`] } });
	return startReport(ctx, asked);
};

/** Starts a report (§7 POST /application-reports/download). Its result is a file. */
export const startReport = async (ctx: OrgContext, { applicationId, emails, startDate }: Asked) => {
	const applicationTitle = await findApplicationTitle(ctx, applicationId);
	if (applicationTitle === undefined) return fail("application_unavailable");
	const to = [...new Set(emails.map((email) => email.toLowerCase()))];
	const started = await startTask(ctx, {
		type: reportTask,
		input: { applicationId, emails: to, asOf: startDate ? Date.parse(startDate) : ctx.now() },
		total: 1 + to.length,
		makesFile: true,
		applicationTitle,
	});
	return started.ok ? ok({ taskId: started.value }) : started;
};
