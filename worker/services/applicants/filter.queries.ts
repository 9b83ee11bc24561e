import { eq, is, SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import {
	type ApplicantFilter,
	type Assigned,
	filterOf,
	isNarrow,
	type NamedFilter,
	type Need,
	type Sort,
} from "#worker/contract/applicant-filter";
import { fail, ok } from "#worker/contract/result";
import { isKnownStageType, restingStageTypes } from "#worker/contract/stage-types";
import { defaultTimeZone } from "#worker/contract/text/dates";
import { searchQuery } from "#worker/contract/text/search-text";
import { organisations } from "#worker/database/schema/organisations";
import { longWaitMs } from "#worker/services/applicants/contract";
import { compileFacts, type Facts } from "#worker/services/applicants/facts.queries";
import { countBounded } from "#worker/services/applicants/ranked.queries";
import { hasKeptCounts, type Ids, isOneOf, type ReviewerFilter } from "#worker/services/applicants/seqs.queries";
import { selectStepsOfApplication, toSteps } from "#worker/services/workflows/queries";

/** A filter as statements use it; null filters nothing. Steps and courses are ids if looked up, or subqueries. */
export interface CompiledFilter<I extends Ids = string[]> {
	applicationId: string;
	stepIds: I | null;
	courseIds: I | null;
	/** An FTS5 query. */
	match: string | null;
	needs: Need | null;
	reviewer: ReviewerFilter | null;
	/** What the form and the record have to say. */
	facts: Facts | null;
	/** The order of the list; null for the newest first, or for those who wait the longest waiting. */
	sort: Sort | null;
	/** Only applicants at their stage since before this time, UTC milliseconds. */
	waitingSince: number | null;
	/** Whether nothing can match. */
	isEmpty: boolean;
}

const reviewerOf = ({ actor }: OrgContext, assigned: Assigned | undefined): ReviewerFilter | null => {
	if (assigned === undefined) return null;
	return assigned === "me" ? { id: actor.id } : assigned;
};

interface Names<I extends Ids> {
	searchKey: string;
	timeZone: string;
	/** Returns the steps of a stage, or all; with `isLongWait` only those where applicants wait for the office. */
	stepsOf(stage: string | undefined, isLongWait: boolean): I;
	/** Returns the chosen courses, the courses below the items, or their intersection. */
	coursesOf(courseIds: readonly string[] | undefined, items: readonly string[] | undefined): I;
	/** Returns those of the courses whose applicants the request may touch; all of these for no courses. */
	within(courseIds: I | null): I | null;
}

/** Compiles each key of a filter. A new key is added here and in the schema. */
const compile = <I extends Ids>(ctx: OrgContext, filter: NamedFilter, names: Names<I>): CompiledFilter<I> => {
	const { applicationId, stage, courseIds, administrationLevelItemIds: items, keyword, needs = null } = filter;
	const isLongWait = needs === "waiting";
	// why: those who wait are read stage by stage, so every step must be named.
	const stepIds = stage || isLongWait ? names.stepsOf(stage, isLongWait) : null;
	const isOfCourses = Boolean(courseIds?.length || items?.length);
	const found = {
		stepIds,
		// why here: no list, count or bulk action of applicants is compiled anywhere else.
		courseIds: names.within(isOfCourses ? names.coursesOf(courseIds, items) : null),
		match: keyword ? (searchQuery(names.searchKey, keyword) ?? null) : null,
	};
	return {
		applicationId,
		...found,
		needs,
		reviewer: reviewerOf(ctx, filter.assigned),
		sort: filter.sort ?? null,
		facts: compileFacts(filter, names.timeZone),
		waitingSince: isLongWait ? ctx.now() - longWaitMs : null,
		// why: a keyword without a letter or digit must not match everything.
		isEmpty: isNone(found.stepIds) || isNone(found.courseIds) || (Boolean(keyword) && found.match === null),
	};
};

const isNone = (ids: Ids | null): boolean => ids !== null && !is(ids, SQL) && ids.length === 0;

/**
 * Compiles the filter of a list and looks up its names (§7 Candidates). A stage type without a step here matches
 * nobody; any other unknown stage is refused. Without further filters the application is not checked: reading its
 * steps or rows shows whether it exists.
 */
export const compileFilter = async (ctx: OrgContext, filter: NamedFilter) => {
	const { applicationId } = filter;
	// why: the list that everybody opens first needs no look-up.
	if (Object.keys(filterOf(filter)).length === 1) {
		const nothing = {
			searchKey: "",
			timeZone: "UTC",
			stepsOf: () => [],
			coursesOf: () => [],
			within: withinScope(ctx),
		};
		return ok(compile<string[]>(ctx, { applicationId }, nothing));
	}
	const { steps, coursesBelow, searchKey, timeZone, ...read } = await readNames(ctx, filter);
	if (!read.applicationId) return fail("application_unavailable");
	const isAt = (stage: string) => steps.filter(({ id, type }) => id === stage || type === stage);
	const { stage } = filter;
	if (stage && isAt(stage).length === 0 && !isKnownStageType(stage))
		return fail("stage_unknown", { fields: { stage: ["Unknown stage"] } });
	return ok(
		compile<string[]>(
			ctx,
			{ ...filter, applicationId: read.applicationId },
			{
				searchKey,
				timeZone,
				within: withinScope(ctx),
				stepsOf: (stage, isLongWait) =>
					(stage ? isAt(stage) : steps)
						.filter(({ type }) => !isLongWait || !restingStageTypes.includes(type))
						.map(({ id }) => id),
				coursesOf: (chosen, items) => both(chosen?.length ? chosen : null, items?.length ? coursesBelow : null),
			},
		),
	);
};

/** Narrows courses to those within the scope of the request. */
const withinScope =
	({ scope: { courseIds } }: OrgContext) =>
	(chosen: readonly string[] | null): string[] | null =>
		chosen === null && courseIds === null ? null : both(chosen, courseIds);

const both = (some: readonly string[] | null, others: readonly string[] | null): string[] => {
	if (!some || !others) return [...new Set(some ?? others)];
	const allowed = new Set(others);
	return [...new Set(some)].filter((id) => allowed.has(id));
};

/** Returns the chosen courses, those below the items, or their intersection, within the scope; null where nothing filters. */
export const coursesOf = async (
	{ db, organisationId, ...ctx }: OrgContext,
	{ courseIds, administrationLevelItemIds: items }: Pick<ApplicantFilter, "courseIds" | "administrationLevelItemIds">,
): Promise<string[] | null> => {
	const within = withinScope({ db, organisationId, ...ctx });
	const chosen = courseIds?.length ? courseIds : null;
	if (!items?.length) return within(chosen);
	const below = await db.all<{ id: string }>(coursesBelow(organisationId, items));
	return within(
		both(
			chosen,
			below.map(({ id }) => id),
		),
	);
};

const readNames = async (ctx: OrgContext, { applicationId, administrationLevelItemIds = [] }: NamedFilter) => {
	const { db, organisationId } = ctx;
	const [steps, courseRows, [organisation]] = await db.batch([
		selectStepsOfApplication(ctx, applicationId),
		db
			.select({ id: sql<string>`below.id` })
			.from(sql`(${coursesBelow(organisationId, administrationLevelItemIds)}) AS below`),
		db
			.select({ searchKey: organisations.searchKey, timeZone: organisations.timeZone })
			.from(organisations)
			.where(eq(organisations.id, organisationId)),
	]);
	const [first] = steps;
	return {
		applicationId: first?.applicationId,
		steps: toSteps(steps),
		coursesBelow: courseRows.map(({ id }) => id),
		searchKey: organisation?.searchKey ?? "",
		timeZone: organisation?.timeZone ?? defaultTimeZone,
	};
};

/**
 * Selects the courses at or below the items: of any item of a level, and of every level that has items. why UNION: a
 * hierarchy that contains itself still ends.
 */
const coursesBelow = (organisationId: string, itemIds: readonly string[]): SQL => sql`
	WITH RECURSIVE items (id, level) AS (
		SELECT item.id, item.level_id FROM json_each(${JSON.stringify(itemIds)}) AS chosen
			CROSS JOIN admin_level_items AS item
			ON item.organisation_id = ${organisationId} AND item.id = chosen.value
		UNION
		SELECT child.id, items.level FROM items JOIN admin_level_items AS child
			ON child.organisation_id = ${organisationId} AND child.parent_item_id = items.id
	)
	SELECT courses.id FROM items CROSS JOIN courses
		ON courses.organisation_id = ${organisationId} AND courses.admin_level_item_id = items.id
		GROUP BY courses.id
		HAVING count(DISTINCT items.level) = (SELECT count(DISTINCT level) FROM items)`;

/** What of the institution decides what a filter means. */
type FilterOwner = Pick<Names<SQL>, "searchKey" | "timeZone">;

/** Compiles a filter without a look-up: subqueries select its steps and courses. */
const compileToQueries = (ctx: OrgContext, filter: NamedFilter, of: FilterOwner): CompiledFilter<SQL> => {
	const { organisationId } = ctx;
	return compile<SQL>(ctx, filter, {
		...of,
		stepsOf: (stage, isLongWait) => sql`SELECT id AS value FROM workflow_steps
			WHERE organisation_id = ${organisationId} AND workflow_id = (SELECT workflow_id FROM applications
				WHERE organisation_id = ${organisationId} AND id = ${filter.applicationId})
				${stage ? sql`AND ${stage} IN (id, type)` : sql``}
				${isLongWait ? sql`AND type NOT IN (SELECT value FROM json_each(${JSON.stringify(restingStageTypes)}))` : sql``}`,
		within: (chosen) => {
			const { courseIds } = ctx.scope;
			if (courseIds === null) return chosen;
			const allowed = sql`SELECT value FROM json_each(${JSON.stringify(courseIds)})`;
			return chosen === null ? allowed : sql`SELECT value FROM (${chosen}) WHERE value IN (${allowed})`;
		},
		coursesOf: (chosen, items) => {
			if (!items?.length) return sql`SELECT value FROM json_each(${JSON.stringify(chosen)})`;
			const below = coursesBelow(organisationId, items);
			return chosen?.length
				? sql`SELECT value FROM json_each(${JSON.stringify(chosen)}) WHERE value IN (${below})`
				: sql`SELECT id AS value FROM (${below})`;
		},
	});
};

/** Checks whether the count of a filter stops at 1,001: kept counts know only stages and courses. */
export const isBounded = ({
	stage: _,
	administrationLevelItemIds: __,
	courseIds: ___,
	...others
}: NamedFilter): boolean => isNarrow(others);

const countOf = (ctx: OrgContext, filter: CompiledFilter<SQL>): SQL => {
	if (filter.isEmpty) return sql`0`;
	if (!hasKeptCounts(filter)) return countBounded(ctx, filter);
	return sql`(SELECT coalesce(sum(applicants), 0) FROM applicant_counts
		WHERE organisation_id = ${ctx.organisationId} AND application_id = ${filter.applicationId}
			${isOneOf(sql`step_id`, filter.stepIds)} ${isOneOf(sql`course_id`, filter.courseIds)})`;
};

/** Filters counted by one statement. why: a statement takes 100 parameters, and the longest filter uses some 30. */
const countedAtOnce = 3;

/** Counts the applicants that each filter matches, in order. why without a look-up: this runs for every page. */
export const countFilters = async (
	ctx: OrgContext,
	filters: readonly NamedFilter[],
	of: FilterOwner,
): Promise<number[]> => {
	const counts = filters.map((filter) => countOf(ctx, compileToQueries(ctx, filter, of)));
	const groups = Array.from({ length: Math.ceil(counts.length / countedAtOnce) }, (_, index) =>
		counts.slice(index * countedAtOnce, (index + 1) * countedAtOnce),
	);
	const rows = await Promise.all(
		groups.map((some) => ctx.db.all<{ counts: string }>(sql`SELECT json_array(${sql.join(some, sql`, `)}) AS counts`)),
	);
	return rows.flatMap(([row]) => JSON.parse(row?.counts ?? "[]"));
};
