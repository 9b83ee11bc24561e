import type { OrgContext } from "#worker/context";
import type { EndpointRequest } from "#worker/contract/endpoint";
import { fail, ok } from "#worker/contract/result";
import { findApplicationTitle } from "#worker/services/applications/queries";
import type { exportTransactions as exporting } from "#worker/services/transactions/contract";
import { countExported } from "#worker/services/transactions/export.queries";
import { startTask } from "#worker/tasks/start-task";

export const exportTask = "EXPORT_TRANSACTIONS";

/** The most rows of a file. */
export const maxExported = 200_000;

/** Starts an export of payments (§7 POST /payments/export); its job is in `export.job.ts`. */
export const exportTransactions = async (ctx: OrgContext, asked: EndpointRequest<typeof exporting>["body"]) => {
	const { applicationId, startAt, endAt } = asked;
	if (startAt !== undefined && endAt !== undefined && endAt < startAt)
		return fail("dates_reversed", { fields: { endAt: ["The end must not be before the beginning."] } });
	const title = applicationId === undefined ? null : await findApplicationTitle(ctx, applicationId);
	if (title === undefined) return fail("application_unavailable");
	const total = await countExported(ctx, asked, maxExported + 1);
	if (total === 0) return fail("no_transactions");
	if (total > maxExported) return fail("export_too_large");
	const task = await startTask(ctx, {
		...{ type: exportTask, input: asked, total, makesFile: true, applicationTitle: title },
	});
	return task.ok ? ok({ taskId: task.value }) : task;
};
