import type { InferOutput } from "valibot";
import type { OrgContext } from "#worker/context";
import type { ProblemCode } from "#worker/contract/problems";
import { fail, ok } from "#worker/contract/result";
import type { RowSource, RowState, Target } from "#worker/runs/bulk-action";
import { type CompiledFilter, compileFilter } from "#worker/services/applicants/filter.queries";
import { countMatching, nextMatching, pageOfMatching } from "#worker/services/applicants/matching.queries";
import { isGroup, maxRanked } from "#worker/services/applicants/ranked.queries";
import type { SelectionRequest } from "#worker/services/applicants/selection.contract";
import {
	type ApplicantState,
	findTitleOfChosen,
	nameApplicants,
	readVersions,
} from "#worker/services/applicants/selection.queries";

/** Applicants as rows of a bulk action: named by id, or matched by the filter of a list. */
export interface ApplicantRows {
	asked: InferOutput<typeof SelectionRequest>;
	filter: CompiledFilter;
	problem: "application_unavailable" | "stage_unknown" | "selection_changed";
}

export interface ApplicantTypes<
	Input,
	Goal extends Target,
	Code extends ProblemCode,
	State extends RowState = ApplicantState,
> {
	input: Input;
	target: Goal;
	state: State;
	rows: ApplicantRows;
	problem: Code;
}

const sliceSize = 500;

/** Looks up the applicants that are named or matched, however many they are. */
export const chooseApplicants = async (ctx: OrgContext, { candidateIds, matching }: ApplicantRows["asked"]) => {
	if (!matching) return ok({ ids: [...new Set(candidateIds)] });
	const scope = await compileFilter(ctx, matching);
	return scope.ok ? ok({ filter: scope.value, count: await countMatching(ctx, scope.value) }) : scope;
};

export const applicantRows: RowSource<ApplicantRows> = {
	named: (ids) => ({ candidateIds: [...ids] }),
	choose: async (ctx, { expected, ...asked }) => {
		const chosen = await chooseApplicants(ctx, asked);
		if (!chosen.ok || !("count" in chosen.value)) return chosen;
		const { count } = chosen.value;
		return expected === undefined || expected === count ? chosen : fail("selection_changed", { details: { count } });
	},
	pageOf: pageOfMatching,
	slicesOf,
	nameAll: nameApplicants,
	versionsOf: readVersions,
	titleOf: findTitleOfChosen,
	inWords: (count) => (count === 1 ? "1 applicant" : `${count.toLocaleString("en")} applicants`),
};

async function* slicesOf(ctx: OrgContext, scope: CompiledFilter): AsyncGenerator<readonly string[]> {
	if (isGroup(scope)) return yield pageOfMatching(ctx, scope, { offset: 0, limit: maxRanked });
	for (let below = Number.MAX_SAFE_INTEGER; ; ) {
		const rows = await nextMatching(ctx, scope, { below, limit: sliceSize });
		if (rows.length > 0) yield rows.map(({ id }) => id);
		const last = rows.at(-1);
		if (!last || rows.length < sliceSize) return;
		below = last.seq;
	}
}
