import type { EndpointRequest } from "#worker/contract/endpoint";
import { ok, type Result } from "#worker/contract/result";
import { startTask } from "#worker/events/start-task";
import type { OrgContext } from "#worker/http/context";
import type { printForms as endpoint } from "#worker/services/applicants/print.contract";
import { findTitleOfChosen } from "#worker/services/applicants/selection.queries";

/** The task that draws the forms of a selection; its job is in `print-forms.job.ts`. */
export const printFormsTask = "PRINT_FORMS";

/** Draws the forms of a selection in the background (§2 Download applicant form). */
export const printForms = async (
	ctx: OrgContext,
	{ candidateIds, as }: EndpointRequest<typeof endpoint>["body"],
): Promise<Result<{ taskId: string }>> => {
	const ids = [...new Set(candidateIds)];
	const applicationTitle = await findTitleOfChosen(ctx, ids);
	const task = { type: printFormsTask, input: { candidateIds: ids, as }, total: ids.length, makesFile: true };
	return ok({ taskId: await startTask(ctx, { ...task, applicationTitle }) });
};
