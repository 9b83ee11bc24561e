import type { OrgContext } from "#worker/context";
import type { EndpointRequest, EndpointResponse } from "#worker/contract/endpoint";
import { ok, type Result } from "#worker/contract/result";
import { previewRun } from "#worker/runs/preview-run";
import { applicantRows } from "#worker/services/applicants/applicant-rows.queries";
import type { previewSelection as endpoint } from "#worker/services/applicants/selection.contract";
import { readApplicantStates } from "#worker/services/applicants/selection.queries";

/** Counts how many of a selection exist and lists a page of them; changes nothing. */
export const previewSelection = async (
	ctx: OrgContext,
	{ page, size, ...rows }: EndpointRequest<typeof endpoint>["body"],
): Promise<Result<EndpointResponse<typeof endpoint>>> => {
	const previewed = await previewRun(ctx, existing, { input: {}, rows, page, size });
	return previewed.ok ? ok(previewed.value.preview) : previewed;
};

const existing = {
	rows: applicantRows,
	resolve: async () => ok({ id: "", name: "", undoWindowMs: 0 }),
	load: (ctx: OrgContext, ids: readonly string[]) => readApplicantStates(ctx, ids),
	decide: (state: object | undefined) => (state ? ("will_change" as const) : ("not_found" as const)),
	countFor: async () => ({ unchanged: 0, notAllowed: 0 }),
};
