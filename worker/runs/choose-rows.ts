import type { OrgContext } from "#worker/context";
import type { ApplicantFilter } from "#worker/contract/applicant-filter";
import { fail, ok, type Result } from "#worker/contract/result";
import { type CompiledFilter, compileFilter } from "#worker/services/applicants/filter.queries";
import { countMatching, nextMatching, pageOfMatching } from "#worker/services/applicants/matching.queries";
import { isRanked, maxRanked } from "#worker/services/applicants/ranked.queries";

/** A larger selection becomes a task. */
const largestImmediateBatch = 500;
/** Ids that are read at a time. why no more: their rows are written at once, while others wait for the database. */
const sliceSize = 500;

interface Asked {
	candidateIds?: readonly string[] | undefined;
	matching?: ApplicantFilter | undefined;
	expected?: number | undefined;
}

/** Whom a batch is about: those named, each once, or all that a list holds. */
export type Choice = { ids: readonly string[] } | { scope: CompiledFilter; count: number };

/** Reads whom a batch names, or the list it means; others than were shown are refused. */
export const choose = async (ctx: OrgContext, { candidateIds, matching, expected }: Asked): Promise<Result<Choice>> => {
	if (!matching) return ok({ ids: [...new Set(candidateIds)] });
	const scope = await compileFilter(ctx, matching);
	if (!scope.ok) return scope;
	const count = await countMatching(ctx, scope.value);
	if (expected !== undefined && expected !== count) return fail("selection_changed", { details: { count } });
	return ok({ scope: scope.value, count });
};

export const countOf = (choice: Choice): number => ("ids" in choice ? choice.ids.length : choice.count);

/** The ids of a choice that is small enough to be changed at once; undefined of a larger one. */
export const idsAtOnce = async (ctx: OrgContext, choice: Choice): Promise<readonly string[] | undefined> => {
	if (countOf(choice) > largestImmediateBatch) return undefined;
	return pageOfChoice(ctx, choice, { page: 0, size: largestImmediateBatch });
};

/** One page of whom it is about. */
export const pageOfChoice = async (
	ctx: OrgContext,
	choice: Choice,
	{ page, size }: { page: number; size: number },
): Promise<readonly string[]> =>
	"ids" in choice
		? choice.ids.slice(page * size, (page + 1) * size)
		: pageOfMatching(ctx, choice.scope, { offset: page * size, limit: size });

/** All of them, some thousand at a time. */
export async function* slicesOfChoice(ctx: OrgContext, choice: Choice): AsyncGenerator<readonly string[]> {
	if ("ids" in choice) {
		for (let from = 0; from < choice.ids.length; from += sliceSize) yield choice.ids.slice(from, from + sliceSize);
		return;
	}
	if (isRanked(choice.scope)) return yield pageOfChoice(ctx, choice, { page: 0, size: maxRanked });
	for (let below = Number.MAX_SAFE_INTEGER; ; ) {
		const rows = await nextMatching(ctx, choice.scope, { below, limit: sliceSize });
		if (rows.length > 0) yield rows.map(({ id }) => id);
		const last = rows.at(-1);
		if (!last || rows.length < sliceSize) return;
		below = last.seq;
	}
}
