import { type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { countedNeeds, longWaitMs } from "#worker/services/applicants/contract";
import { changedSince, maxRanked, selectWaiting } from "#worker/services/applicants/ranked.queries";
import { coursesBelow } from "#worker/services/applicants/scope.queries";

/** why raw: of one table alone the query builder writes columns without it, and a subquery would take them for its own. */
const view = {
	applicationId: sql.raw("saved_views.application_id"),
	stage: sql.raw("saved_views.stage"),
	items: sql.raw("saved_views.administration_level_item_ids"),
	courseIds: sql.raw("saved_views.course_ids"),
	keyword: sql.raw("saved_views.keyword"),
	match: sql.raw('saved_views."match"'),
	needs: sql.raw("saved_views.needs"),
};

/**
 * How many applicants a pinned view holds, as a column of `saved_views`: sums of kept counts, or a group or a keyword
 * counted to 100 among its first 1,000: this is read with every page. Null for one that is not pinned.
 */
export const countView = (ctx: OrgContext): SQL<number | null> => {
	const { organisationId, now } = ctx;
	const { applicationId, stage, items, match, needs } = view;
	const wanted = wantedCourses(organisationId);
	const bounded = (rows: SQL) =>
		sql`(SELECT count(*) FROM (SELECT 1 FROM (${wanted}) AS wanted CROSS JOIN (${rows} LIMIT ${maxRanked}) AS found
			WHERE (wanted.id IS NULL OR wanted.id = found.course_id) AND ${isAtStage(organisationId)} ${isMatch}
			LIMIT ${countedNeeds}))`;
	const everywhere = sql`(SELECT coalesce(sum(one.applicants), 0) FROM applicant_counts AS one
		WHERE one.organisation_id = ${organisationId} AND one.application_id = ${applicationId})`;
	const inPlaces = sql`(SELECT coalesce(sum(one.applicants), 0) FROM (${wanted}) AS wanted
		CROSS JOIN workflow_steps AS step CROSS JOIN applicant_counts AS one
			ON one.organisation_id = ${organisationId} AND one.application_id = ${applicationId} AND one.step_id = step.id
		WHERE step.organisation_id = ${organisationId} AND step.workflow_id = (SELECT workflow_id FROM applications
				WHERE organisation_id = ${organisationId} AND id = ${applicationId})
			AND (${stage} IS NULL OR step.id = ${stage} OR step.type = ${stage})
			AND (wanted.id IS NULL OR one.course_id = wanted.id))`;
	return sql<number | null>`CASE
		WHEN NOT saved_views.is_pinned THEN NULL
		WHEN ${needs} = 'waiting' THEN ${bounded(selectWaiting(organisationId, applicationId, now() - longWaitMs))}
		WHEN ${needs} = 'changed' THEN ${bounded(sql`SELECT ${columns} FROM ${changedSince(ctx)}
			WHERE +applicants.application_id = ${applicationId}`)}
		WHEN ${needs} IS NOT NULL THEN ${bounded(sql`SELECT ${columns} FROM applicant_needs AS needed
			CROSS JOIN applicants ON applicants.seq = needed.seq
			WHERE needed.organisation_id = ${organisationId} AND needed.application_id = ${applicationId}
				AND needed.need = ${needs}`)}
		WHEN ${view.keyword} IS NOT NULL THEN ${bounded(sql`SELECT ${columns} FROM
			(SELECT rowid FROM applicant_search WHERE applicant_search MATCH ${match} ORDER BY rowid DESC LIMIT ${maxRanked})
				AS found CROSS JOIN applicants ON applicants.seq = found.rowid
			WHERE +applicants.organisation_id = ${organisationId} AND +applicants.application_id = ${applicationId}`)}
		WHEN coalesce(${stage}, ${items}, ${view.courseIds}) IS NULL THEN ${everywhere}
		ELSE ${inPlaces} END`;
};

const columns = sql`applicants.seq, applicants.step_id, applicants.course_id`;

/** why only beside a group: a keyword alone has found its rows already. */
const isMatch = sql`AND (${view.match} IS NULL OR ${view.needs} IS NULL OR EXISTS (
	SELECT 1 FROM applicant_search WHERE rowid = found.seq AND applicant_search MATCH ${view.match}))`;

/** why by the row's own step: a list of the stage's steps would be made anew for every row. */
const isAtStage = (organisationId: string) => sql`(${view.stage} IS NULL OR found.step_id = ${view.stage} OR EXISTS (
	SELECT 1 FROM workflow_steps WHERE organisation_id = ${organisationId} AND id = found.step_id AND type = ${view.stage}))`;

/**
 * The courses that a view is about, or null alone for all of them.
 * why a table and no condition: SQLite would make the list anew for every row that it is asked about.
 */
const wantedCourses = (organisationId: string) => {
	const { courseIds, items } = view;
	const below = coursesBelow(organisationId, items);
	return sql`SELECT NULL AS id WHERE ${courseIds} IS NULL AND ${items} IS NULL
		UNION ALL SELECT DISTINCT value FROM json_each(${courseIds}) WHERE ${items} IS NULL OR value IN (${below})
		UNION ALL SELECT id FROM (${below}) WHERE ${courseIds} IS NULL`;
};
