import type { OrgContext } from "#worker/context";
import type { EndpointRequest } from "#worker/contract/endpoint";
import { fail, ok } from "#worker/contract/result";
import { countOf, pageOf } from "#worker/runs/start-run";
import { applicantRows } from "#worker/services/applicants/applicant-rows.queries";
import { findTitleOfChosen } from "#worker/services/applicants/selection.queries";
import { asRevealer, disclosed } from "#worker/services/forms/disclosures.writes";
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
export const printForms = async (
	given: OrgContext,
	{ as, isClear, ...asked }: EndpointRequest<typeof endpoint>["body"],
) => {
	const ctx = isClear ? asRevealer(given) : given;
	if (!ctx) return fail("forbidden");
	const selection = await applicantRows.choose(ctx, asked);
	if (!selection.ok) return selection;
	const total = countOf(selection.value);
	if (total === 0) return fail("invalid", { fields: { candidateIds: ["Nobody matches."] } });
	if (total > maxFormsInZip) return fail("invalid", { fields: { candidateIds: [tooManyForms] } });
	if (as === "pdf" && total > maxFormsInPdf) return fail("invalid", { fields: { as: [tooManyForPdf] } });
	const candidateIds = await pageOf(ctx, applicantRows, selection.value, { offset: 0, limit: maxFormsInZip });
	const applicationTitle = await findTitleOfChosen(ctx, candidateIds);
	const taskId = ctx.newId();
	const forms = candidateIds.length;
	const started = await startTask(ctx, {
		id: taskId,
		type: printFormsTask,
		input: { candidateIds, as, isClear },
		total: forms,
		makesFile: true,
		applicationTitle,
		further: isClear ? [disclosed({ applicationId: null, taskId, applicants: forms, file: "forms" })] : [],
	});
	return started.ok ? ok({ taskId, forms }) : started;
};
