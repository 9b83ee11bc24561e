import type { OrgContext } from "#worker/context";
import type { EndpointRequest } from "#worker/contract/endpoint";
import { fail, ok } from "#worker/contract/result";
import { countOf, pageOf } from "#worker/runs/start-run";
import { applicantRows } from "#worker/services/applicants/applicant-rows.queries";
import { findTitleOfChosen } from "#worker/services/applicants/selection.queries";
import {
	type printForms as endpoint,
	maxFormsInPdf,
	maxFormsInZip,
	tooManyForms,
	tooManyForPdf,
} from "#worker/services/printing/contract";
import { startTask } from "#worker/tasks/start-task";

export const printFormsTask = "PRINT_FORMS";

/** Draws the forms of a selection in the background (§2 Download applicant form). */
export const printForms = async (ctx: OrgContext, { as, ...asked }: EndpointRequest<typeof endpoint>["body"]) => {
	const selection = await applicantRows.choose(ctx, asked);
	if (!selection.ok) return selection;
	const total = countOf(selection.value);
	if (total === 0) return fail("invalid", { fields: { candidateIds: ["Nobody matches."] } });
	if (total > maxFormsInZip) return fail("invalid", { fields: { candidateIds: [tooManyForms] } });
	if (as === "pdf" && total > maxFormsInPdf) return fail("invalid", { fields: { as: [tooManyForPdf] } });
	const candidateIds = await pageOf(ctx, applicantRows, selection.value, { offset: 0, limit: maxFormsInZip });
	const applicationTitle = await findTitleOfChosen(ctx, candidateIds);
	const task = { type: printFormsTask, input: { candidateIds, as }, total: candidateIds.length, makesFile: true };
	const started = await startTask(ctx, { ...task, applicationTitle });
	return started.ok ? ok({ taskId: started.value, forms: candidateIds.length }) : started;
};
