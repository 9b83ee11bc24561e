import { type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { andWithin } from "#worker/database/scope";
import type { CompiledFilter } from "#worker/services/applicants/filter.queries";
import { maxRanked, readRanked } from "#worker/services/applicants/ranked.queries";
import { cheaperPlan, isOneOf, type ListPlan } from "#worker/services/applicants/seqs.queries";
import { stepsOfApplication } from "#worker/services/workflows/queries";

const isIn = (column: SQL, ids: readonly string[] | null): SQL =>
	ids === null ? sql`1` : sql`${column} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;

/**
 * Reads the length of a list with and without its course filter. It reads the kept counts and counts no applicant. why
 * plain SQL: every open applicant asks.
 */
export const readSizes = async ({ db, organisationId }: OrgContext, scope: CompiledFilter) => {
	const atStage = isIn(sql`step_id`, scope.stepIds);
	const inCourse = isIn(sql`course_id`, scope.courseIds);
	const [sizes] = await db.all<{ listed: number; matched: number; ofCourses: number }>(sql`
		SELECT coalesce(sum(iif(${atStage}, applicants, 0)), 0) AS listed,
			coalesce(sum(iif(${atStage} AND ${inCourse}, applicants, 0)), 0) AS matched,
			coalesce(sum(iif(${inCourse}, applicants, 0)), 0) AS ofCourses
		FROM applicant_counts WHERE organisation_id = ${organisationId} AND application_id = ${scope.applicationId}`);
	return sizes;
};

/** Reads how many applicants of an application are at each step, in any of these courses and within the scope. why plain SQL: every list asks. */
export const countAtSteps = (ctx: OrgContext, applicationId: string, courseIds: readonly string[] | null) =>
	ctx.db.all<{ stepId: string; applicants: number }>(sql`
		SELECT step_id AS stepId, sum(applicants) AS applicants FROM applicant_counts
		WHERE organisation_id = ${ctx.organisationId} AND application_id = ${applicationId}
			${isOneOf(sql`course_id`, courseIds)} ${andWithin(ctx, sql`course_id`)}
		GROUP BY step_id`);

/** Reads how many applicants of an application there are for each course within the scope. why plain SQL: every open applicant asks. */
export const countByCourse = (ctx: OrgContext, applicationId: string) =>
	ctx.db.all<{ courseId: string; applicants: number }>(sql`
		SELECT course_id AS courseId, sum(applicants) AS applicants FROM applicant_counts
		WHERE organisation_id = ${ctx.organisationId} AND application_id = ${applicationId}
			${andWithin(ctx, sql`course_id`)}
		GROUP BY course_id`);

export const sumOf = (counts: readonly { applicants: number }[]): number =>
	counts.reduce((total, { applicants }) => total + applicants, 0);

/** Reads the steps of an application's workflow with the applicants at each; undefined for an unknown application. */
export const countByStep = async (ctx: OrgContext, applicationId: string, courseIds: readonly string[] | null) => {
	const [steps, counts] = await Promise.all([
		stepsOfApplication(ctx, applicationId),
		countAtSteps(ctx, applicationId, courseIds),
	]);
	if (!steps) return undefined;
	const byStep = new Map(counts.map(({ stepId, applicants }) => [stepId, applicants]));
	return {
		total: sumOf(counts),
		isExact: true,
		stages: steps.map((step) => ({ ...step, applicants: byStep.get(step.id) ?? 0 })),
	};
};

/** Reads the same for what a search, a group or facts find, up to its limit; beyond it no step has a number. */
export const countFoundByStep = async (ctx: OrgContext, scope: CompiledFilter) => {
	const [steps, found] = await Promise.all([
		stepsOfApplication(ctx, scope.applicationId),
		scope.isEmpty ? [] : planFor(ctx, scope).then((plan) => readRanked(ctx, scope, plan)),
	]);
	if (!steps) return undefined;
	const isExact = found.length <= maxRanked;
	const atStep = (id: string) => found.filter(({ stepId }) => stepId === id).length;
	return {
		total: Math.min(found.length, maxRanked),
		isExact,
		stages: steps.map((step) => ({ ...step, applicants: isExact ? atStep(step.id) : null })),
	};
};

/** Chooses the cheaper way to the rows of some courses, ordered by waiting time. */
export const planFor = async (ctx: OrgContext, scope: CompiledFilter): Promise<ListPlan> => {
	if (scope.courseIds === null || scope.needs !== "waiting") return "walk";
	const sizes = await readSizes(ctx, scope);
	return sizes ? cheaperPlan({ ...sizes, reach: maxRanked }) : "walk";
};
