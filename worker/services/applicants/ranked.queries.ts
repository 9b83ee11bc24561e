import { type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { countedAtMost, type Need } from "#worker/contract/applicant-filter";
import { fromMadeList, isOfFacts, madeListOf } from "#worker/services/applicants/facts.queries";
import type { CompiledFilter } from "#worker/services/applicants/filter.queries";
import {
	type Ids,
	isOneOf,
	isReviewedBy,
	type ListPlan,
	type ReviewerFilter,
} from "#worker/services/applicants/seqs.queries";

/** Groups, and what a search or facts find, are read and counted no further than this. */
export const maxRanked = countedAtMost;

/** Changes are looked for among so many applicants that the user opened last. */
const watched = 200;

/** Checks whether a list is read whole, up to its limit, instead of stretch by stretch. */
export const isRanked = (scope: CompiledFilter): boolean => isGroup(scope) || scope.reviewer !== null;

/** Checks whether a list is a group, which is cut at its limit wherever it is read. */
export const isGroup = ({ needs }: CompiledFilter): boolean => needs !== null;

export interface Ranked {
	seq: number;
	stepId: string;
	/** UTC milliseconds. */
	stageChangedAt: number;
}

/** Reads the first 1,001 rows of a group, a search or facts: the newest, or the longest waiting. @param plan how to apply the course filter */
export const readRanked = (ctx: OrgContext, scope: CompiledFilter, plan: ListPlan): Promise<Ranked[]> =>
	ctx.db.all<Ranked>(sql`
		SELECT seq, step_id AS stepId, stage_changed_at AS stageChangedAt FROM (${candidates(ctx, scope, plan)}) AS found
		ORDER BY ${sql.raw(scope.needs === "waiting" ? "stage_changed_at, seq" : "seq DESC")} LIMIT ${maxRanked + 1}`);

/** One more than is shown as a number, as a part of a statement. */
export const countedNeeds = sql.raw(`${maxRanked + 1}`);

const columns = sql`applicants.seq, applicants.step_id, applicants.stage_changed_at`;
/** The other columns that a filter asks about. */
const filtered = sql`applicants.course_id, applicants.organisation_id, applicants.application_id, applicants.score,
	applicants.state, applicants.gender, applicants.submitted_at, applicants.references_missing, applicants.location_id, applicants.reviewer_id, applicants.paid_at`;
const limit = sql`LIMIT ${maxRanked + 1}`;

/** Returns the filter as a condition on the columns of a row. @param row the name of the applicant's row */
const isLetThrough = (organisationId: string, filter: CompiledFilter<Ids>, row = sql`applicants`): SQL => sql`
	+${row}.organisation_id = ${organisationId} AND +${row}.application_id = ${filter.applicationId}
		${isOneOf(sql`+${row}.step_id`, filter.stepIds)} ${isOneOf(sql`+${row}.course_id`, filter.courseIds)}
		${isReviewedBy(sql`+${row}.reviewer_id`, filter.reviewer)}
		${filter.waitingSince === null ? sql`` : sql`AND +${row}.stage_changed_at <= ${filter.waitingSince}`}
		${isOfFacts(filter.facts, row)}`;

/** Returns the whole filter as a condition on a row, for a walk along any index. */
export const isWanted = (organisationId: string, filter: CompiledFilter, row: SQL): SQL => {
	const { applicationId, needs } = filter;
	return sql`${isLetThrough(organisationId, filter, row)} ${isFound(filter.match, row)}
		${
			needs === "referee" || needs === "payment"
				? sql`AND EXISTS (SELECT 1 FROM applicant_needs WHERE organisation_id = ${organisationId}
			AND application_id = ${applicationId} AND need = ${needs} AND seq = ${row}.seq)`
				: sql``
		}`;
};

const isFound = (match: string | null, row = sql`applicants`): SQL =>
	match === null
		? sql``
		: sql`AND EXISTS (SELECT 1 FROM applicant_search WHERE rowid = ${row}.seq AND applicant_search MATCH ${match})`;

/** Selects the candidates for the rows of a list, each by an index. */
const candidates = (ctx: OrgContext, scope: CompiledFilter, plan: ListPlan): SQL => {
	const { organisationId } = ctx;
	const { applicationId, match, needs } = scope;
	const isOfFilter = isLetThrough(organisationId, scope);
	const isMatch = isFound(match);
	if (needs === "changed")
		return sql`SELECT ${columns} FROM ${changedSince(ctx)} WHERE ${isOfFilter} ${isMatch} ${limit}`;
	if (needs === "referee" || needs === "payment")
		return sql`SELECT ${columns} FROM ${needing(organisationId, applicationId, needs)}
			WHERE ${isOfFilter} ${isMatch} ORDER BY needed.seq DESC ${limit}`;
	if (match !== null)
		return sql`SELECT ${columns} FROM applicant_search CROSS JOIN applicants ON applicants.seq = applicant_search.rowid
			WHERE applicant_search MATCH ${match} AND ${isOfFilter} ORDER BY applicant_search.rowid DESC ${limit}`;
	const made = needs === null ? madeListOf(scope.facts) : null;
	if (made)
		return sql`SELECT ${columns} FROM ${fromMadeList(organisationId, made.list)} AND ${isOfFilter}
			ORDER BY made.seq DESC ${limit}`;
	if (needs === null && isAlongApplication(scope))
		return sql`SELECT ${columns} FROM ${alongApplication(organisationId, applicationId)} AND ${isOfFilter}
			ORDER BY applicants.seq DESC ${limit}`;
	if (scope.reviewer !== null && (needs === null || typeof scope.reviewer === "object"))
		return ofReviewer(organisationId, scope, scope.reviewer);
	return plan === "gather" && scope.courseIds !== null
		? gatherCourses(organisationId, scope, scope.courseIds, isOfFilter)
		: walkStages(organisationId, scope);
};

/** Checks whether a filter is checked along the index that holds facts and reviewers; a user's own are fewer. */
const isAlongApplication = ({ reviewer, facts }: CompiledFilter<Ids>): boolean =>
	reviewer === null || (facts !== null && typeof reviewer === "string");

const alongApplication = (organisationId: string, applicationId: string): SQL => sql`
	applicants INDEXED BY applicants_by_application
		WHERE applicants.organisation_id = ${organisationId} AND applicants.application_id = ${applicationId}`;

/** The applicants that the user opened last and others changed since, as `applicants`. */
export const changedSince = ({ organisationId, actor }: OrgContext): SQL => sql`
	(SELECT applicant_id, viewed_at FROM applicant_views
		WHERE organisation_id = ${organisationId} AND user_id = ${actor.id} ORDER BY viewed_at DESC LIMIT ${watched}) AS found
	CROSS JOIN applicants ON applicants.organisation_id = ${organisationId} AND applicants.id = found.applicant_id
		AND applicants.updated_at > found.viewed_at
		AND EXISTS (SELECT 1 FROM applicant_log WHERE organisation_id = ${organisationId}
			AND applicant_id = found.applicant_id AND created_at > found.viewed_at AND actor_id IS NOT ${actor.id})`;

/** The applicants of a kept group, as `needed` and as `applicants`. */
const needing = (organisationId: string, applicationId: string, need: Need): SQL => sql`
	(SELECT seq FROM applicant_needs WHERE organisation_id = ${organisationId}
		AND application_id = ${applicationId} AND need = ${need}) AS needed
	CROSS JOIN applicants ON applicants.seq = needed.seq`;

/** Selects the first of each stage in the list's order by an index, up to the limit. */
const walkStages = (
	organisationId: string,
	{ applicationId, stepIds, courseIds, reviewer, needs, waitingSince, facts }: CompiledFilter,
): SQL => sql`
	SELECT ${columns} FROM json_each(${JSON.stringify(stepIds ?? [])}) AS chosen
		CROSS JOIN applicants ON applicants.seq IN (
			SELECT seq FROM applicants AS waiting INDEXED BY ${sql.raw(needs === "waiting" ? "applicants_by_waiting" : "applicants_by_stage")}
			WHERE waiting.organisation_id = ${organisationId} AND waiting.application_id = ${applicationId}
				AND waiting.step_id = chosen.value ${isOneOf(sql`waiting.course_id`, courseIds)}
				${isReviewedBy(sql`waiting.reviewer_id`, reviewer)}
				${waitingSince === null ? sql`` : sql`AND waiting.stage_changed_at <= ${waitingSince}`}
				${isOfFacts(facts, sql`waiting`)}
			ORDER BY ${sql.raw(needs === "waiting" ? "waiting.stage_changed_at" : "waiting.seq DESC")} ${limit})`;

/** Selects the newest applicants of a reviewer, of nobody or of each user, at each stage of the filter, up to the limit. */
const ofReviewer = (organisationId: string, scope: CompiledFilter, reviewer: ReviewerFilter): SQL => {
	const { applicationId, stepIds, courseIds, facts, waitingSince } = scope;
	const stages =
		stepIds === null
			? sql`(SELECT DISTINCT step_id AS value FROM applicant_counts
				WHERE organisation_id = ${organisationId} AND application_id = ${applicationId} AND applicants > 0)`
			: sql`json_each(${JSON.stringify(stepIds)})`;
	return sql`SELECT ${columns} FROM ${holdersOf(organisationId, reviewer)} CROSS JOIN ${stages} AS stage
		CROSS JOIN applicants ON applicants.seq IN (
			SELECT own.seq FROM applicants AS own INDEXED BY applicants_by_reviewer
			WHERE own.organisation_id = ${organisationId} AND own.application_id = ${applicationId}
				AND own.reviewer_id IS holder.id AND own.step_id = stage.value
				${isOneOf(sql`+own.course_id`, courseIds)} ${isOfFacts(facts, sql`own`)}
				${waitingSince === null ? sql`` : sql`AND +own.stage_changed_at <= ${waitingSince}`}
			ORDER BY own.seq DESC ${limit})`;
};

/** Selects the reviewers that a filter means, as `holder`: one user, nobody (NULL), or every user. */
const holdersOf = (organisationId: string, reviewer: ReviewerFilter): SQL => {
	if (reviewer === "nobody") return sql`(SELECT NULL AS id) AS holder`;
	if (typeof reviewer === "object") return sql`(SELECT ${reviewer.id} AS id) AS holder`;
	return sql`(SELECT id FROM users WHERE organisation_id = ${organisationId}) AS holder`;
};

const gatherCourses = (
	organisationId: string,
	{ applicationId }: CompiledFilter,
	courseIds: readonly string[],
	isWanted: SQL,
): SQL => sql`
	SELECT ${columns} FROM json_each(${JSON.stringify(courseIds)}) AS chosen
		CROSS JOIN applicants INDEXED BY applicants_by_course ON applicants.organisation_id = ${organisationId}
			AND applicants.application_id = ${applicationId} AND applicants.course_id = chosen.value
	WHERE ${isWanted} ORDER BY applicants.stage_changed_at ${limit}`;

/**
 * Counts a group's or keyword's applicants among its first 1,001. why the filter afterwards: where few pass, it
 * would read the whole group.
 */
export const countBounded = (ctx: OrgContext, filter: CompiledFilter<SQL>): SQL => {
	const { applicationId, stepIds, match, needs, reviewer, facts } = filter;
	// why the filter within: the first 1,001 of an application, or of a reviewer, may have none that it lets through.
	if (match === null && needs === null) {
		const made = madeListOf(facts);
		const along = made
			? fromMadeList(ctx.organisationId, made.list)
			: alongApplication(ctx.organisationId, applicationId);
		const rows =
			reviewer === null || made || isAlongApplication(filter)
				? sql`${along} AND`
				: sql`${reviewedBy(ctx.organisationId, { applicationId, stepIds, reviewer })} WHERE`;
		return sql`(SELECT count(*) FROM (SELECT 1 FROM ${rows} ${isLetThrough(ctx.organisationId, filter)}
			LIMIT ${countedNeeds}))`;
	}
	const isWaiting = needs === "waiting";
	const row = sql`counted`;
	const isMatch = needs === null ? sql`` : isFound(match, row);
	const others = isWaiting ? { ...filter, stepIds: null, waitingSince: null } : filter;
	return sql`(SELECT count(*) FROM (SELECT 1 FROM (
			SELECT ${columns}, ${filtered} FROM ${sourceOf(ctx, filter)} LIMIT ${countedNeeds}) AS counted
		WHERE ${isLetThrough(ctx.organisationId, others, row)} ${isMatch}))`;
};

const sourceOf = (
	ctx: OrgContext,
	{ applicationId, stepIds, match, needs, waitingSince }: CompiledFilter<SQL>,
): SQL => {
	const { organisationId } = ctx;
	if (needs === "changed") return changedSince(ctx);
	if (needs === "waiting")
		return sql`(${stepIds}) AS chosen CROSS JOIN applicants INDEXED BY applicants_by_waiting
			ON applicants.organisation_id = ${organisationId} AND applicants.application_id = ${applicationId}
				AND applicants.step_id = chosen.value AND applicants.stage_changed_at <= ${waitingSince}`;
	if (needs !== null) return needing(organisationId, applicationId, needs);
	return sql`(SELECT rowid FROM applicant_search WHERE applicant_search MATCH ${match}
			ORDER BY rowid DESC LIMIT ${countedNeeds}) AS found
		CROSS JOIN applicants ON applicants.seq = found.rowid`;
};

/** The applicants of a reviewer, of nobody or of somebody, at the filter's stages, as `applicants`. */
export const reviewedBy = (
	organisationId: string,
	{ applicationId, stepIds, reviewer }: { applicationId: string; stepIds: SQL | null; reviewer: ReviewerFilter },
): SQL => sql`
	${holdersOf(organisationId, reviewer)} ${stepIds === null ? sql`` : sql`CROSS JOIN (${stepIds}) AS stage`}
	CROSS JOIN applicants INDEXED BY applicants_by_reviewer
		ON applicants.organisation_id = ${organisationId} AND applicants.application_id = ${applicationId}
			AND applicants.reviewer_id IS holder.id ${stepIds === null ? sql`` : sql`AND applicants.step_id = stage.value`}`;
