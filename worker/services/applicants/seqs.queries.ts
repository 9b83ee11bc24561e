import { is, SQL, sql } from "drizzle-orm";
import {
	type Facts,
	fromMadeList,
	isOfFacts,
	type MadeList,
	madeListOf,
} from "#worker/services/applicants/facts.queries";
import type { CompiledFilter } from "#worker/services/applicants/filter.queries";

/** A stretch of a list: from the first row of a page, below a row (`after`) or above it (`before`). */
export type Stretch<Seq = number> = { offset: number } | { after: Seq } | { before: Seq };
type AnyStretch = Stretch<number | SQL>;

interface Wanted {
	organisationId: string;
	scope: CompiledFilter;
	stretch: AnyStretch;
	limit: number;
	/** How to apply the course filter; without one it makes no difference. */
	plan: ListPlan;
}

/** Checks whether the kept counts give the size of a list: they know only stages and courses. */
export const hasKeptCounts = ({ match, needs, reviewer, facts }: CompiledFilter<Ids>): boolean =>
	[match, needs, reviewer, facts].every((filter) => filter === null);

/** Returns the `seq` of a stretch of the list as a subquery. Every way reads an index, never the whole table. */
export const selectSeqs = (wanted: Wanted): SQL => {
	if (wanted.scope.match !== null) return matching(wanted, wanted.scope.match);
	const { courseIds, facts } = wanted.scope;
	const made = madeListOf(facts);
	if (made) return alongMadeList(wanted, made);
	if (courseIds === null)
		return isLaterPage(wanted.stretch) && hasKeptCounts(wanted.scope) ? pageByBlocks(wanted) : walk(wanted);
	return wanted.plan === "walk" ? walk(wanted) : gather(wanted, courseIds);
};

const isLaterPage = (stretch: AnyStretch) => "offset" in stretch && stretch.offset > 0;
const isAscending = (stretch: AnyStretch) => "before" in stretch;
export const orderOf = (stretch: AnyStretch) => (isAscending(stretch) ? sql.raw("ASC") : sql.raw("DESC"));
const offsetOf = (stretch: AnyStretch): SQL => ("offset" in stretch ? sql`${stretch.offset}` : sql`0`);

/** @param column the name of seq in the statement */
export const boundOf = (stretch: AnyStretch, column: SQL): SQL => {
	if ("after" in stretch) return sql`AND ${column} < ${stretch.after}`;
	return "before" in stretch ? sql`AND ${column} > ${stretch.before}` : sql``;
};

/** Ids, or a query whose column `value` yields them. */
export type Ids = readonly string[] | SQL;

export const isOneOf = (column: SQL, ids: Ids | null): SQL => {
	if (ids === null) return sql``;
	if (is(ids, SQL)) return sql`AND ${column} IN (${ids})`;
	if (ids.length === 1) return sql`AND ${column} = ${ids[0]}`;
	return sql`AND ${column} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;
};

/** A user's applicants, or those that are assigned to nobody, or to somebody. */
export type ReviewerFilter = { id: string } | "nobody" | "somebody";

export const isReviewedBy = (column: SQL, reviewer: ReviewerFilter | null): SQL => {
	if (reviewer === null) return sql``;
	if (typeof reviewer === "object") return sql`AND ${column} = ${reviewer.id}`;
	return reviewer === "nobody" ? sql`AND ${column} IS NULL` : sql`AND ${column} IS NOT NULL`;
};

/** Along the index of the application or of its stage, in order. */
const walk = (wanted: Wanted, bound = boundOf(wanted.stretch, sql`seq`), offset = offsetOf(wanted.stretch)): SQL => {
	const { organisationId, scope, stretch, limit } = wanted;
	// why not by stage: only the index of the application holds the facts.
	const steps = scope.facts === null ? (scope.stepIds ?? [null]) : [null];
	const atSteps = scope.facts === null ? null : scope.stepIds;
	// why not for somebody: several reviewers' rows are not in order.
	const isByReviewer = scope.reviewer !== null && scope.reviewer !== "somebody";
	const ofStage = isByReviewer ? "applicants_by_reviewer" : "applicants_by_stage";
	const along = (stepId: string | null, page: SQL) => sql`
		SELECT seq FROM applicants INDEXED BY ${sql.raw(stepId === null ? "applicants_by_application" : ofStage)}
		WHERE organisation_id = ${organisationId} AND application_id = ${scope.applicationId}
			${stepId === null ? sql`` : sql`AND step_id = ${stepId}`} ${isOneOf(sql`course_id`, scope.courseIds)}
			${isOneOf(sql`step_id`, atSteps)}
			${isReviewedBy(stepId !== null && isByReviewer ? sql`reviewer_id` : sql`+reviewer_id`, scope.reviewer)}
			${isOfFacts(scope.facts, sql`applicants`)} ${bound}
		ORDER BY seq ${orderOf(stretch)} ${page}`;
	const page = sql`LIMIT ${limit} OFFSET ${offset}`;
	const [only] = steps;
	if (only !== undefined && steps.length === 1) return along(only, page);
	// why: a stage type may stand for several steps; each is read in order only as far as the page reaches.
	const parts = steps.map((stepId) => sql`SELECT seq FROM (${along(stepId, sql`LIMIT ${limit} + ${offset}`)})`);
	return sql`SELECT seq FROM (${sql.join(parts, sql` UNION ALL `)}) ORDER BY seq ${orderOf(stretch)} ${page}`;
};

/** Finds the page's block by adding up `applicant_blocks`. why: so the last page costs what the first one does. */
const pageByBlocks = (wanted: Wanted): SQL => {
	const { organisationId, scope, stretch } = wanted;
	const offset = offsetOf(stretch);
	const rest = sql`(${offset} - coalesce((SELECT passed FROM start), 0))`;
	return sql`WITH blocks AS (${selectBlocks(organisationId, scope)}),
		summed AS (SELECT block, applicants, sum(applicants) OVER (ORDER BY block DESC) AS reached FROM blocks),
		start AS (SELECT block, reached - applicants AS passed FROM summed WHERE reached > ${offset} ORDER BY block DESC LIMIT 1)
		${walk(wanted, sql`AND seq < (SELECT (block + 1) << 12 FROM start)`, rest)}`;
};

/** Selects the applicants of the list per block of 4,096 `seq`. */
export const selectBlocks = (organisationId: string, { applicationId, stepIds }: CompiledFilter): SQL => sql`
	SELECT block, sum(applicants) AS applicants FROM applicant_blocks
	WHERE organisation_id = ${organisationId} AND application_id = ${applicationId}
		${isOneOf(sql`step_id`, stepIds ?? [""])} AND applicants > 0
	GROUP BY block`;

/** Each chosen course's rows by its own index, then sorted. */
const gather = ({ organisationId, scope, stretch, limit }: Wanted, courseIds: readonly string[]): SQL => sql`
	SELECT seq FROM json_each(${JSON.stringify(courseIds)}) AS chosen
		CROSS JOIN applicants INDEXED BY applicants_by_course
			ON organisation_id = ${organisationId} AND application_id = ${scope.applicationId} AND course_id = chosen.value
	WHERE 1 ${isOneOf(sql`step_id`, scope.stepIds)} ${isReviewedBy(sql`+reviewer_id`, scope.reviewer)} ${isOfFacts(scope.facts, sql`applicants`)} ${boundOf(stretch, sql`seq`)}
	ORDER BY seq ${orderOf(stretch)} LIMIT ${limit} OFFSET ${offsetOf(stretch)}`;

/** The full-text index's rows in order, each checked against the other filters. */
const matching = ({ organisationId, scope, stretch, limit }: Wanted, match: string): SQL => sql`
	SELECT applicants.seq FROM applicant_search CROSS JOIN applicants ON applicants.seq = applicant_search.rowid
	WHERE applicant_search MATCH ${match} ${boundOf(stretch, sql`applicant_search.rowid`)}
		AND +organisation_id = ${organisationId} AND +application_id = ${scope.applicationId}
		${isOneOf(sql`+step_id`, scope.stepIds)} ${isOneOf(sql`+course_id`, scope.courseIds)}
		${isReviewedBy(sql`+reviewer_id`, scope.reviewer)} ${isOfFacts(scope.facts, sql`applicants`)}
	ORDER BY applicant_search.rowid ${orderOf(stretch)} LIMIT ${limit} OFFSET ${offsetOf(stretch)}`;

/** A list that was made before in order, each row checked against the other filters. why not the application: few may be in it. */
const alongMadeList = (
	{ organisationId, scope, stretch, limit }: Wanted,
	{ list, others }: { list: MadeList; others: Facts },
): SQL => sql`
	SELECT made.seq FROM ${fromMadeList(organisationId, list)} ${boundOf(stretch, sql`made.seq`)}
		AND +applicants.organisation_id = ${organisationId} AND +applicants.application_id = ${scope.applicationId}
		${isOneOf(sql`+applicants.step_id`, scope.stepIds)} ${isOneOf(sql`+applicants.course_id`, scope.courseIds)}
		${isReviewedBy(sql`+applicants.reviewer_id`, scope.reviewer)}
		${isOfFacts(others, sql`applicants`)}
	ORDER BY made.seq ${orderOf(stretch)} LIMIT ${limit} OFFSET ${offsetOf(stretch)}`;

/** How many rows each way to a page would read; the counts come from `applicant_counts`. */
interface Sizes {
	/** Rows of the list without the course filter. */
	listed: number;
	/** Rows of the list with it. */
	matched: number;
	/** Rows of the chosen courses at any stage. */
	ofCourses: number;
	/** Rows up to the end of the page. */
	reach: number;
}

export type ListPlan = "walk" | "gather";

/** Chooses the cheaper way to a page of some courses: "walk" the list and skip others, or "gather" and sort. */
export const cheaperPlan = ({ listed, matched, ofCourses, reach }: Sizes): ListPlan => {
	const walked = matched === 0 ? listed : Math.min(listed, reach * (listed / matched));
	return walked <= ofCourses ? "walk" : "gather";
};
