import type { OrgContext } from "#worker/context";
import type { EndpointRequest, EndpointResult } from "#worker/contract/endpoint";
import { fail, ok } from "#worker/contract/result";
import type { Target } from "#worker/runs/bulk-action";
import { type Previewable, previewRun } from "#worker/runs/preview-run";
import { type ApplicantTypes, applicantRows } from "#worker/services/applicants/applicant-rows.queries";
import type * as contract from "#worker/services/applicants/contract";
import { compileFilter } from "#worker/services/applicants/filter.queries";
import { type ListedRow, readList } from "#worker/services/applicants/list.queries";
import type { previewSelection as endpoint } from "#worker/services/applicants/selection.contract";
import { readApplicantStates } from "#worker/services/applicants/selection.queries";
import type { Stretch } from "#worker/services/applicants/seqs.queries";
import { applicationExists } from "#worker/services/applications/queries";

type Endpoint = typeof contract.listApplicants;
type Query = EndpointRequest<Endpoint>["query"];

/** Returns one page of a list, newest first: by `page` and `size`, or from a row by `after` or `before` (§7, §9). */
export const listApplicants = async (ctx: OrgContext, query: Query): Promise<EndpointResult<Endpoint>> => {
	const { page, size } = query;
	const scope = await compileFilter(ctx, query);
	if (!scope.ok) return scope;
	const stretch = stretchOf(query);
	// why: one row more than a page shows whether there is another page.
	const { rows, total, isExact } = scope.value.isEmpty
		? { rows: [], total: 0, isExact: true }
		: await readList(ctx, scope.value, stretch, size + 1);
	if (total === 0 && !(await applicationExists(ctx, scope.value.applicationId))) return fail("application_unavailable");
	return ok({ ...cut(rows, stretch, size), resultTotal: total, page, size, resultTotalIsExact: isExact });
};

const stretchOf = ({ after, before, page, size }: Query): Stretch => {
	if (after !== undefined) return { after };
	return before === undefined ? { offset: page * size } : { before };
};

/** Returns the page and the cursors on both sides of it. Backwards, the extra row is the first one. */
const cut = (rows: readonly ListedRow[], stretch: Stretch, size: number) => {
	const hasMore = rows.length > size;
	const isBackward = "before" in stretch;
	const shown = isBackward ? rows.slice(-size) : rows.slice(0, size);
	const hasPrevious = isBackward ? hasMore : "after" in stretch || stretch.offset > 0;
	const hasNext = isBackward || hasMore;
	const [first, last] = [shown[0], shown.at(-1)];
	return {
		data: shown.map(({ seq: _seq, ...row }) => row),
		nextCursor: last && hasNext ? String(last.seq) : null,
		previousCursor: first && hasPrevious ? String(first.seq) : null,
	};
};

/** Counts how many of a selection exist and returns one page of them. Changes nothing. */
export const previewSelection = async (
	ctx: OrgContext,
	{ page, size, ...rows }: EndpointRequest<typeof endpoint>["body"],
) => {
	const previewed = await previewRun(ctx, existing, { input: {}, rows, page, size });
	return previewed.ok ? ok(previewed.value.preview) : previewed;
};

const existing: Previewable<ApplicantTypes<unknown, Target, never>> = {
	rows: applicantRows,
	resolve: async () => ok({ id: "", name: "", undoWindowMs: 0 }),
	load: (ctx, ids) => readApplicantStates(ctx, ids),
	decide: (state) => (state ? "will_change" : "not_found"),
	countFor: async () => ({ unchanged: 0, notAllowed: 0 }),
};
