import { type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { ApplicantFilter } from "#worker/contract/applicant-filter";
import { ok } from "#worker/contract/result";
import type { StageType } from "#worker/contract/stage-types";
import { andWithin, isWithin, type Scope } from "#worker/database/scope";
import { planFor, readSizes } from "#worker/services/applicants/counts.queries";
import { type CompiledFilter, compileFilter } from "#worker/services/applicants/filter.queries";
import { isGroup, maxRanked, readRanked } from "#worker/services/applicants/ranked.queries";
import { hasKeptCounts, type Stretch, selectSeqs } from "#worker/services/applicants/seqs.queries";

const everybody = 1_000_000;

const selectStretch = ({ organisationId }: OrgContext, scope: CompiledFilter, stretch: Stretch, limit: number): SQL =>
	selectSeqs({ organisationId, scope, stretch, limit, plan: "walk" });

/** Returns the list as a subquery of `seq`; a list that has to be read whole is read now. */
export const selectListed = async (ctx: OrgContext, scope: CompiledFilter): Promise<SQL> => {
	if (!isGroup(scope)) return selectStretch(ctx, scope, { offset: 0 }, everybody);
	const ranked = await readRanked(ctx, scope, await planFor(ctx, scope));
	return sql`SELECT value AS seq FROM json_each(${JSON.stringify(ranked.slice(0, maxRanked).map(({ seq }) => seq))})`;
};

/** Counts the applicants of a list. why not the list's own total: that stops at a thousand matches of a keyword. */
export const countMatching = async (ctx: OrgContext, scope: CompiledFilter): Promise<number> => {
	if (scope.isEmpty) return 0;
	if (hasKeptCounts(scope)) {
		const sizes = await readSizes(ctx, scope);
		return sizes?.matched ?? 0;
	}
	const [counted] = await ctx.db.all<{ applicants: number }>(
		sql`SELECT count(*) AS applicants FROM (${await selectListed(ctx, scope)})`,
	);
	return counted?.applicants ?? 0;
};

/**
 * Selects the applicants that are named or listed, as `applicant`: what follows SELECT, from FROM to a condition.
 * @param that what else must hold of them
 */
export const fromChosen = async (
	ctx: OrgContext,
	chosen: { ids: readonly string[] } | { filter: CompiledFilter },
	that: SQL,
): Promise<SQL> => {
	const { organisationId } = ctx;
	const condition = sql`${that} ${andWithin(ctx, sql`+applicant.course_id`)}`;
	if ("ids" in chosen)
		return sql`FROM json_each(${JSON.stringify(chosen.ids)}) AS chosen CROSS JOIN applicants AS applicant
			ON applicant.organisation_id = ${organisationId} AND applicant.id = chosen.value WHERE ${condition}`;
	const { filter } = chosen;
	return sql`FROM (${filter.isEmpty ? nobody : await selectListed(ctx, filter)}) AS listed CROSS JOIN applicants AS applicant
		ON applicant.seq = listed.seq WHERE applicant.organisation_id = ${organisationId} AND ${condition}`;
};

const nobody = sql`SELECT 0 AS seq WHERE false`;

/** Counts the applicants of a list who already have a value. @param isThere a condition on `applicant` */
export const countHolders = async (ctx: OrgContext, scope: CompiledFilter, isThere: SQL): Promise<number> => {
	if (scope.isEmpty) return 0;
	const [counted] = await ctx.db.all<{ applicants: number }>(sql`
		SELECT coalesce(sum(${isThere}), 0) AS applicants FROM (${await selectListed(ctx, scope)}) AS listed
		CROSS JOIN applicants AS applicant ON applicant.seq = listed.seq`);
	return counted?.applicants ?? 0;
};

/** Counts the same among applicants that are named. */
export const countNamedHolders = async (ctx: OrgContext, ids: readonly string[], isThere: SQL): Promise<number> => {
	const { db, organisationId } = ctx;
	const [counted] = await db.all<{ applicants: number }>(sql`
		SELECT coalesce(sum(${isThere}), 0) AS applicants FROM json_each(${JSON.stringify(ids)}) AS chosen
			CROSS JOIN applicants AS applicant
			ON applicant.organisation_id = ${organisationId} AND applicant.id = chosen.value ${andWithin(ctx, sql`applicant.course_id`)}`);
	return counted?.applicants ?? 0;
};

export const pageOfMatching = async (
	ctx: OrgContext,
	scope: CompiledFilter,
	{ offset, limit }: { offset: number; limit: number },
): Promise<string[]> => {
	if (scope.isEmpty) return [];
	const seqs = isGroup(scope)
		? sql`${await selectListed(ctx, scope)} LIMIT ${limit} OFFSET ${offset}`
		: selectStretch(ctx, scope, { offset }, limit);
	const rows = await ctx.db.all<{ id: string }>(sql`
		SELECT applicant.id FROM (${seqs}) AS listed CROSS JOIN applicants AS applicant ON applicant.seq = listed.seq`);
	return rows.map(({ id }) => id);
};

export const nextMatching = (
	ctx: OrgContext,
	scope: CompiledFilter,
	{ below, limit }: { below: number; limit: number },
) =>
	ctx.db.all<{ seq: number; id: string }>(sql`
		SELECT applicant.seq, applicant.id FROM (${selectStretch(ctx, scope, { after: below }, limit)}) AS listed
		CROSS JOIN applicants AS applicant ON applicant.seq = listed.seq ORDER BY applicant.seq DESC`);

/** Conditions for applicants who already have a target: the step, the course, the location, the reviewer. */
export const isAt = {
	stageOfType: (organisationId: string, workflowId: string, type: StageType): SQL =>
		sql`applicant.step_id IN (SELECT id FROM workflow_steps
			WHERE organisation_id = ${organisationId} AND workflow_id = ${workflowId} AND type = ${type})`,
	stage: (id: string): SQL => sql`applicant.step_id = ${id}`,
	course: (id: string): SQL => sql`applicant.course_id = ${id}`,
	location: (id: string): SQL => sql`coalesce(applicant.location_id, '') = ${id}`,
	reviewer: (id: string): SQL => sql`coalesce(applicant.reviewer_id, '') = ${id}`,
};

/** Returns the condition of an applicant that a reviewer is to be assigned, and does not see. */
export const isBeyond = (reach: Scope, reviewerId: string): SQL =>
	sql`NOT ${isAt.reviewer(reviewerId)} AND NOT ${isWithin({ scope: reach }, sql`applicant.course_id`)}`;

/** Returns the applicants that the filter of a list matches, as a subquery of `seq`. */
export const resolveMatching = async (ctx: OrgContext, filters: ApplicantFilter & { applicationId: string }) => {
	const scope = await compileFilter(ctx, filters);
	if (!scope.ok) return scope;
	return ok(scope.value.isEmpty ? nobody : await selectListed(ctx, scope.value));
};
