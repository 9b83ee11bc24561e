import type { OrgContext } from "#worker/context";
import { fail, ok, type Result } from "#worker/contract/result";
import { isKnownStageType, restingStageTypes } from "#worker/contract/stage-types";
import { searchQuery } from "#worker/contract/text/search-text";
import { type ListFilters, longWaitMs, type Need } from "#worker/services/applicants/contract";
import { readScope } from "#worker/services/applicants/scope.queries";

/** A list's filters with every name looked up. Null filters nothing; an empty array lets nothing through. */
export interface ListScope {
	applicationId: string;
	stepIds: string[] | null;
	courseIds: string[] | null;
	/** An FTS5 query. */
	match: string | null;
	needs: Need | null;
	/** Is it the longest at their stage first? Newest first otherwise. */
	isByWaiting: boolean;
	/** Only those at their stage since before this time, UTC milliseconds. */
	waitingSince: number | null;
	/** Is it certain that nothing matches? */
	isEmpty: boolean;
}

/**
 * Which applicants a list holds (§7 Candidates). Without an application it is the organisation's default one.
 * A stage is a step's id or a stage type; a type without a step here lists nobody, any other text is refused.
 * An application without further filters is taken at its word: its steps or rows tell whether it exists.
 */
export const resolveScope = async (ctx: OrgContext, filters: ListFilters): Promise<Result<ListScope>> => {
	const whole = wholeApplication(filters);
	if (whole) return ok(whole);
	const { applicationId, steps, coursesBelow, searchKey } = await readScope(ctx, filters);
	if (!applicationId) return fail("application_unavailable");
	const { stage, courseIds: chosen, administrationLevelItemIds: items, keyword, needs = null, sort } = filters;
	const atStage = stage ? steps.filter(({ id, type }) => id === stage || type === stage) : steps;
	if (stage && atStage.length === 0 && !isKnownStageType(stage))
		return fail("invalid_query", { fields: { stage: ["Unknown stage"] } });
	const isLongWait = needs === "waiting";
	const isByWaiting = isLongWait || sort === "waiting";
	const wanted = isLongWait ? atStage.filter(({ type }) => !restingStageTypes.includes(type)) : atStage;
	// why: the order by waiting is read stage by stage, so that all of them are named.
	const stepIds = stage || isByWaiting ? wanted.map(({ id }) => id) : null;
	const courseIds = both(chosen?.length ? chosen : null, items?.length ? coursesBelow : null);
	const match = keyword ? (searchQuery(searchKey, keyword) ?? null) : null;
	// why: a keyword without a letter or digit is no search for everything.
	const isEmpty = stepIds?.length === 0 || courseIds?.length === 0 || (Boolean(keyword) && match === null);
	const waitingSince = isLongWait ? ctx.now() - longWaitMs : null;
	return ok({ applicationId, stepIds, courseIds, match, needs, isByWaiting, waitingSince, isEmpty });
};

const both = (some: readonly string[] | null, others: readonly string[] | null): string[] | null => {
	if (!some || !others) return some || others ? [...new Set(some ?? others)] : null;
	const allowed = new Set(others);
	return [...new Set(some)].filter((id) => allowed.has(id));
};

const unfiltered = {
	stepIds: null,
	courseIds: null,
	match: null,
	needs: null,
	isByWaiting: false,
	waitingSince: null,
	isEmpty: false,
};

/** why: the list that everybody opens first needs nothing looked up. */
const wholeApplication = (filters: ListFilters): ListScope | undefined => {
	const { applicationId, stage, courseIds, administrationLevelItemIds, keyword, needs, sort } = filters;
	if (!applicationId || stage || keyword || courseIds?.length || administrationLevelItemIds?.length) return undefined;
	if (needs || sort) return undefined;
	return { ...unfiltered, applicationId };
};
