import { type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { type ApplicantFilter, countedAtMost } from "#worker/contract/applicant-filter";
import { fail, ok } from "#worker/contract/result";
import { isKnownStageType } from "#worker/contract/stage-types";
import { searchQuery } from "#worker/contract/text/search-text";
import { coursesOf } from "#worker/services/applicants/filter.queries";
import { selectRows, withSeq } from "#worker/services/applicants/row.queries";
import { readSearchKey } from "#worker/services/applicants/search.queries";
import { boundOf, isOneOf, orderOf, type Stretch } from "#worker/services/applicants/seqs.queries";

type Filter = Pick<ApplicantFilter, "stage" | "administrationLevelItemIds" | "courseIds" | "keyword">;

/** A filter over all applications as statements use it; null filters nothing. */
interface Scope {
	/** Each application with the steps of its workflow that are listed. */
	applications: { id: string; stepIds: string[] }[];
	stepIds: string[] | null;
	courseIds: string[] | null;
	match: string | null;
	isEmpty: boolean;
}

/** Looks up the applications, steps and courses of a filter. Fails with `stage_unknown`. */
export const compileEverywhere = async (ctx: OrgContext, filter: Filter) => {
	const { stage, keyword } = filter;
	const [steps, courseIds, searchKey] = await Promise.all([
		ctx.db.all<{ applicationId: string; id: string | null; type: string | null }>(sql`
			SELECT application.id AS applicationId, step.id, step.type FROM applications AS application
			LEFT JOIN workflow_steps AS step
				ON step.organisation_id = ${ctx.organisationId} AND step.workflow_id = application.workflow_id
			WHERE application.organisation_id = ${ctx.organisationId}`),
		coursesOf(ctx, filter),
		keyword ? readSearchKey(ctx) : undefined,
	]);
	const listed = stage ? steps.filter(({ id, type }) => id === stage || type === stage) : steps;
	if (stage && listed.length === 0 && !isKnownStageType(stage))
		return fail("stage_unknown", { fields: { stage: ["Unknown stage"] } });
	const ofApplication = Map.groupBy(listed, ({ applicationId }) => applicationId);
	const match = keyword && searchKey !== undefined ? (searchQuery(searchKey, keyword) ?? null) : null;
	const scope: Scope = {
		applications: [...ofApplication].map(([id, rows]) => ({ id, stepIds: rows.flatMap((row) => row.id ?? []) })),
		stepIds: stage ? [...new Set(listed.flatMap(({ id }) => id ?? []))] : null,
		courseIds,
		match,
		// why: a keyword without a letter or digit must not match everything.
		isEmpty: listed.length === 0 || courseIds?.length === 0 || (Boolean(keyword) && match === null),
	};
	return ok(scope);
};

/** Reads a stretch of the applicants of all applications, newest first, and how many there are. */
export const readEverywhere = async (ctx: OrgContext, scope: Scope, stretch: Stretch, limit: number) => {
	if (scope.isEmpty) return { rows: [], total: 0, isExact: true };
	const read = scope.match === null ? readAll(ctx, scope, stretch, limit) : readFound(ctx, scope, stretch, limit);
	const { seqs, total, isExact } = await read;
	const rows = await selectRows(ctx, sql`SELECT value FROM json_each(${JSON.stringify(seqs)})`);
	return { rows: withSeq(rows), total, isExact };
};

const seqsOf = async ({ db }: OrgContext, statement: SQL): Promise<number[]> =>
	(await db.all<{ seq: number }>(statement)).map(({ seq }) => seq);

const readAll = async (ctx: OrgContext, scope: Scope, stretch: Stretch, limit: number) => {
	const [seqs, counted] = await Promise.all([
		seqsOf(ctx, selectStretch(ctx.organisationId, scope, stretch, limit)),
		ctx.db.get<{ total: number }>(sql`
			SELECT coalesce(sum(applicants), 0) AS total FROM applicant_counts WHERE organisation_id = ${ctx.organisationId}
				${isOneOf(sql`step_id`, scope.stepIds)} ${isOneOf(sql`course_id`, scope.courseIds)}`),
	]);
	return { seqs, total: counted.total, isExact: true };
};

/** Reads what a keyword finds, counted to 1,000. */
const readFound = async (ctx: OrgContext, scope: Scope, stretch: Stretch, limit: number) => {
	const select = (within: Stretch, most: number) => sql`
		SELECT applicants.seq FROM applicant_search CROSS JOIN applicants ON applicants.seq = applicant_search.rowid
		WHERE applicant_search MATCH ${scope.match} ${boundOf(within, sql`applicant_search.rowid`)}
			AND +organisation_id = ${ctx.organisationId}
			${isOneOf(sql`+step_id`, scope.stepIds)} ${isOneOf(sql`+course_id`, scope.courseIds)}
		ORDER BY applicant_search.rowid ${orderOf(within)} LIMIT ${most}`;
	const found = await seqsOf(ctx, select({ offset: 0 }, countedAtMost + 1));
	const total = Math.min(found.length, countedAtMost);
	const seqs =
		"offset" in stretch
			? found.slice(stretch.offset, Math.min(stretch.offset + limit, total))
			: await seqsOf(ctx, select(stretch, limit));
	return { seqs, total, isExact: found.length <= countedAtMost };
};

/**
 * Selects the newest of each application, stage or course by its index, and of these the stretch. A later page begins at
 * the block in which it lies. why not one index over the institution: every registration would pay for a list that
 * only clients of the API read.
 */
const selectStretch = (organisationId: string, scope: Scope, stretch: Stretch, limit: number): SQL => {
	const { courseIds, stepIds } = scope;
	const order = orderOf(stretch);
	const isLater = "offset" in stretch && stretch.offset > 0 && courseIds === null;
	const offset = "offset" in stretch ? stretch.offset : 0;
	const rest = isLater ? sql`(${offset} - coalesce((SELECT passed FROM start), 0))` : sql`${offset}`;
	const bound = isLater ? sql`AND one.seq < (SELECT (block + 1) << 12 FROM start)` : boundOf(stretch, sql`one.seq`);
	const { index, column, parts } = partsOf(scope);
	return sql`
		${isLater ? startAt(organisationId, stepIds, offset) : sql``}
		SELECT applicants.seq FROM json_each(${JSON.stringify(parts)}) AS part
		CROSS JOIN applicants ON applicants.seq IN (
			SELECT one.seq FROM applicants AS one INDEXED BY ${sql.raw(index)}
			WHERE one.organisation_id = ${organisationId} AND one.application_id = part.value ->> 0
				${column ? sql`AND ${sql.raw(`one.${column}`)} = part.value ->> 1` : sql``}
				${courseIds === null ? sql`` : isOneOf(sql`+one.step_id`, stepIds)} ${bound}
			ORDER BY one.seq ${order} LIMIT ${limit} + ${rest})
		ORDER BY applicants.seq ${order} LIMIT ${limit} OFFSET ${rest}`;
};

/** The stretches of an index that hold the list: its application, or application and step or course, of each. */
const partsOf = ({ applications, stepIds, courseIds }: Scope) => {
	const within = (idsOf: (stepIds: readonly string[]) => readonly string[]) =>
		applications.flatMap((application) => idsOf(application.stepIds).map((id) => [application.id, id]));
	if (courseIds !== null) return { index: "applicants_by_course", column: "course_id", parts: within(() => courseIds) };
	if (stepIds !== null) return { index: "applicants_by_stage", column: "step_id", parts: within((ids) => ids) };
	return { index: "applicants_by_application", column: null, parts: applications.map(({ id }) => [id]) };
};

/** Adds up the blocks of 4,096 `seq` to the one in which the row at the offset lies. */
const startAt = (organisationId: string, stepIds: readonly string[] | null, offset: number): SQL => sql`
	WITH blocks AS (
		SELECT block, sum(applicants) AS applicants FROM applicant_blocks
		WHERE organisation_id = ${organisationId} ${isOneOf(sql`step_id`, stepIds ?? [""])} AND applicants > 0
		GROUP BY block),
	summed AS (SELECT block, applicants, sum(applicants) OVER (ORDER BY block DESC) AS reached FROM blocks),
	start AS (SELECT block, reached - applicants AS passed FROM summed WHERE reached > ${offset} ORDER BY block DESC LIMIT 1)`;
