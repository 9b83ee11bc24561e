import type { OrgContext } from "#worker/context";
import type { ApplicantFilter } from "#worker/contract/applicant-filter";
import type { EndpointRequest, EndpointResult } from "#worker/contract/endpoint";
import { fail, ok } from "#worker/contract/result";
import type { Target } from "#worker/runs/bulk-action";
import { type Previewable, previewRun } from "#worker/runs/preview-run";
import { type ApplicantTypes, applicantRows } from "#worker/services/applicants/applicant-rows.queries";
import { readChanged } from "#worker/services/applicants/changed.queries";
import type * as contract from "#worker/services/applicants/contract";
import { planFor, readSizes } from "#worker/services/applicants/counts.queries";
import { compileEverywhere, readEverywhere } from "#worker/services/applicants/everywhere.queries";
import { type CompiledFilter, compileFilter } from "#worker/services/applicants/filter.queries";
import { readList } from "#worker/services/applicants/list.queries";
import {
	findPlace,
	readNeighbours,
	readPosition,
	readRankedNeighbours,
	readSortedNeighbours,
	selectPlace,
	undecidedStepsOf,
} from "#worker/services/applicants/neighbours.queries";
import { isRanked } from "#worker/services/applicants/ranked.queries";
import type { ListedRow } from "#worker/services/applicants/row.queries";
import type { previewSelection as endpoint } from "#worker/services/applicants/selection.contract";
import { readApplicantStates } from "#worker/services/applicants/selection.queries";
import { cheaperPlan, type Stretch } from "#worker/services/applicants/seqs.queries";
import { isSorted } from "#worker/services/applicants/sorted.queries";
import { applicationExists } from "#worker/services/applications/queries";

type Endpoint = typeof contract.listApplicants;
type Query = EndpointRequest<Endpoint>["query"];

/**
 * Returns one page of a list, newest first: by `page` and `size`, or from a row by `after` or `before` (§7, §9). Fails
 * with `application_unavailable` and `stage_unknown`.
 */
export const listApplicants = async (ctx: OrgContext, query: Query): Promise<EndpointResult<Endpoint>> => {
	const { page, size, applicationId, updatedSince } = query;
	if (updatedSince !== undefined) return listChanged(ctx, { ...query, updatedSince });
	if (applicationId === undefined) return listEverywhere(ctx, query);
	const scope = await compileFilter(ctx, { ...query, applicationId });
	if (!scope.ok) return scope;
	const stretch = stretchOf(query);
	// why: one row more than a page shows whether there is another page.
	const { rows, total, isExact } = scope.value.isEmpty
		? { rows: [], total: 0, isExact: true }
		: await readList(ctx, scope.value, stretch, size + 1);
	if (total === 0 && !(await applicationExists(ctx, scope.value.applicationId))) return fail("application_unavailable");
	return ok({ ...cut(rows, stretch, size), resultTotal: total, page, size, resultTotalIsExact: isExact });
};

/** Lists the applicants of all applications by the filters of §7; the others read an order that one application keeps. */
const listEverywhere = async (ctx: OrgContext, query: Query): Promise<EndpointResult<Endpoint>> => {
	const { page, size, after: _, before: __, stage, administrationLevelItemIds, courseIds, keyword, ...others } = query;
	const refused = refuseNamed(others, "This filters one application: send its id as well.");
	if (refused) return refused;
	const scope = await compileEverywhere(ctx, { stage, administrationLevelItemIds, courseIds, keyword });
	if (!scope.ok) return scope;
	const stretch = stretchOf(query);
	const { rows, total, isExact } = await readEverywhere(ctx, scope.value, stretch, size + 1);
	return ok({ ...cut(rows, stretch, size), resultTotal: total, page, size, resultTotalIsExact: isExact });
};

/** Lists the applicants who have changed since a moment, in the order of their changes. */
const listChanged = async (
	ctx: OrgContext,
	query: Query & { updatedSince: number },
): Promise<EndpointResult<Endpoint>> => {
	const { page, size, after, applicationId, updatedSince, ...others } = query;
	const refused = refuseNamed({ ...others, page: page || undefined }, "This cannot be combined with updatedSince.");
	if (refused) return refused;
	if (applicationId !== undefined && !(await applicationExists(ctx, applicationId)))
		return fail("application_unavailable");
	const { rows, total, isExact, cursor } = await readChanged(ctx, { updatedSince, after, applicationId, size });
	const data = rows.map(({ seq: _seq, ...row }) => row);
	const cursors = { nextCursor: String(cursor), previousCursor: null };
	return ok({ data, ...cursors, resultTotal: total, page, size, resultTotalIsExact: isExact });
};

/** Refuses the parameters that were given. */
const refuseNamed = (given: object, reason: string) => {
	const names = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [name]));
	return names.length === 0
		? undefined
		: fail("invalid_query", { fields: Object.fromEntries(names.map((name) => [name, [reason]])) });
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

/**
 * Finds the applicants before and after this one, and the position from 1; one who has left the list has neighbours
 * where they stood, and no position.
 */
export const findNeighbours = async (
	ctx: OrgContext,
	applicantId: string,
	{ applicationId: asked, ...filters }: ApplicantFilter,
) => {
	const listOf = async (applicationId: string) => {
		const [undecided, compiled] = await Promise.all([
			undecidedStepsOf(ctx, applicationId),
			compileFilter(ctx, { ...filters, applicationId }),
		]);
		const around = compiled.ok ? await readAround(ctx, applicantId, { scope: compiled.value, undecided }) : undefined;
		return { undecided, compiled, around };
	};
	const [place, listOfAsked] = await Promise.all([
		findPlace(ctx, applicantId),
		asked === undefined ? undefined : listOf(asked),
	]);
	if (!place) return fail("not_found");
	const applicationId = asked ?? place.applicationId;
	if (applicationId !== place.applicationId && !(await applicationExists(ctx, applicationId))) return fail("not_found");
	const { undecided, compiled, around } = listOfAsked ?? (await listOf(applicationId));
	if (!compiled.ok) {
		const { problem } = compiled;
		return problem.code === "application_unavailable" ? fail("not_found") : { ok: false as const, problem };
	}
	const scope = compiled.value;
	if (scope.isEmpty)
		return ok({ previousId: null, nextId: null, nextUndecidedId: null, position: null, total: 0, totalIsExact: true });
	if (isSorted(scope)) return ok(await readSortedNeighbours(ctx, { scope, seq: place.seq, undecided }));
	if (!around) {
		const { seq, stageChangedAt } = place;
		const plan = await planFor(ctx, scope);
		return ok(await readRankedNeighbours(ctx, { scope, seq, stageChangedAt, plan, undecided }));
	}
	const isListed =
		place.applicationId === scope.applicationId && (scope.stepIds === null || scope.stepIds.includes(place.stepId));
	return ok({ ...around, position: isListed ? around.position : null, totalIsExact: true });
};

/** Reads the neighbours in a list that is read in stretches; undefined for another. why by the applicant's id: so it waits for nothing. */
const readAround = async (
	ctx: OrgContext,
	applicantId: string,
	{ scope, undecided }: { scope: CompiledFilter; undecided: readonly string[] },
) => {
	if (scope.isEmpty || isSorted(scope) || isRanked(scope)) return undefined;
	const { courseIds, match, facts } = scope;
	const isFound = match !== null || facts !== null;
	const seq = selectPlace(ctx, applicantId);
	const counted = readSizes(ctx, scope);
	const sizes = courseIds === null ? undefined : await counted;
	const plan = sizes ? cheaperPlan({ ...sizes, reach: 1 }) : "walk";
	const [neighbours, position, total] = await Promise.all([
		readNeighbours(ctx, { scope, seq, plan, undecided }),
		isFound || courseIds !== null ? null : readPosition(ctx, scope, seq),
		counted,
	]);
	return { ...neighbours, position, total: isFound ? null : (total?.matched ?? 0) };
};
