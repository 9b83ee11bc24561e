import { type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/http/context";
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
	const { applicationId, match, needs } = view;
	const isWanted = inView(organisationId);
	const bounded = (rows: SQL) =>
		sql`(SELECT count(*) FROM (SELECT 1 FROM (${rows} LIMIT ${maxRanked}) AS found
			WHERE ${isWanted("found")} ${isMatch} LIMIT ${countedNeeds}))`;
	const kept = sql`(SELECT coalesce(sum(one.applicants), 0) FROM applicant_counts AS one
		WHERE one.organisation_id = ${organisationId} AND one.application_id = ${applicationId} AND ${isWanted("one")})`;
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
		ELSE ${kept} END`;
};

const columns = sql`applicants.seq, applicants.step_id, applicants.course_id`;

/** why only beside a group: a keyword alone has found its rows already. */
const isMatch = sql`AND (${view.match} IS NULL OR ${view.needs} IS NULL OR EXISTS (
	SELECT 1 FROM applicant_search WHERE rowid = found.seq AND applicant_search MATCH ${view.match}))`;

/** Is a row with a step and a course within the view's stage, courses and admin level items? */
const inView = (organisationId: string) => (row: string) => {
	const [step, course] = [sql.raw(`${row}.step_id`), sql.raw(`${row}.course_id`)];
	const { stage, courseIds, items, applicationId } = view;
	return sql`(${stage} IS NULL OR ${step} IN (SELECT id FROM workflow_steps
			WHERE organisation_id = ${organisationId} AND workflow_id = (SELECT workflow_id FROM applications
				WHERE organisation_id = ${organisationId} AND id = ${applicationId}) AND (id = ${stage} OR type = ${stage})))
		AND (${courseIds} IS NULL OR ${course} IN (SELECT value FROM json_each(${courseIds})))
		AND (${items} IS NULL OR ${course} IN (${coursesBelow(organisationId, items)}))`;
};
