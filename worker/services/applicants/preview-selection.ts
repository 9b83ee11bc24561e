import type { OrgContext } from "#worker/context";
import type { EndpointRequest } from "#worker/contract/endpoint";
import { ok } from "#worker/contract/result";
import type { Target } from "#worker/runs/bulk-action";
import { type Previewable, previewRun } from "#worker/runs/preview-run";
import { type ApplicantRows, applicantRows } from "#worker/services/applicants/applicant-rows.queries";
import type { previewSelection as endpoint } from "#worker/services/applicants/selection.contract";
import { type ApplicantState, readApplicantStates } from "#worker/services/applicants/selection.queries";

/** Counts how many of a selection exist and lists a page of them; changes nothing. */
export const previewSelection = async (
	ctx: OrgContext,
	{ page, size, ...rows }: EndpointRequest<typeof endpoint>["body"],
) => {
	const previewed = await previewRun(ctx, existing, { input: {}, rows, page, size });
	return previewed.ok ? ok(previewed.value.preview) : previewed;
};

const existing: Previewable<unknown, Target, ApplicantState, ApplicantRows, never> = {
	rows: applicantRows,
	resolve: async () => ok({ id: "", name: "", undoWindowMs: 0 }),
	load: (ctx, ids) => readApplicantStates(ctx, ids),
	decide: (state) => (state ? "will_change" : "not_found"),
	countFor: async () => ({ unchanged: 0, notAllowed: 0 }),
};
