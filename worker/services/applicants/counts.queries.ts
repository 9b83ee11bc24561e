import { type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Need } from "#worker/contract/applicant-filter";
import type { EndpointResponse } from "#worker/contract/endpoint";
import { restingStageTypes } from "#worker/contract/stage-types";
import { andWithin, isBound } from "#worker/database/scope";
import { type countNeeds, longWaitMs } from "#worker/services/applicants/contract";
import type { CompiledFilter } from "#worker/services/applicants/filter.queries";
import {
	changedSince,
	countedNeeds,
	maxRanked,
	readRanked,
	reviewedBy,
} from "#worker/services/applicants/ranked.queries";
import { cheaperPlan, isOneOf, type ListPlan } from "#worker/services/applicants/seqs.queries";
import { findTitleAndSteps, stepsOfApplication } from "#worker/services/workflows/queries";

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

/** Reads an application's title, and the steps of its workflow with the applicants at each; undefined for an unknown application. */
export const countByStep = async (ctx: OrgContext, applicationId: string, courseIds: readonly string[] | null) => {
	const [application, counts] = await Promise.all([
		findTitleAndSteps(ctx, applicationId),
		countAtSteps(ctx, applicationId, courseIds),
	]);
	if (!application) return undefined;
	const byStep = new Map(counts.map(({ stepId, applicants }) => [stepId, applicants]));
	return {
		title: application.title,
		total: sumOf(counts),
		isExact: true,
		stages: application.steps.map((step) => ({ ...step, applicants: byStep.get(step.id) ?? 0 })),
	};
};

/** Reads the same for what a search, a group or facts find, up to its limit; beyond it no step has a number. */
export const countFoundByStep = async (ctx: OrgContext, scope: CompiledFilter) => {
	const [application, found] = await Promise.all([
		findTitleAndSteps(ctx, scope.applicationId),
		scope.isEmpty ? [] : planFor(ctx, scope).then((plan) => readRanked(ctx, scope, plan)),
	]);
	if (!application) return undefined;
	const isExact = found.length <= maxRanked;
	const atStep = (id: string) => found.filter(({ stepId }) => stepId === id).length;
	return {
		title: application.title,
		total: Math.min(found.length, maxRanked),
		isExact,
		stages: application.steps.map((step) => ({ ...step, applicants: isExact ? atStep(step.id) : null })),
	};
};

/** Chooses the cheaper way to the rows of some courses, ordered by waiting time. */
export const planFor = async (ctx: OrgContext, scope: CompiledFilter): Promise<ListPlan> => {
	if (scope.courseIds === null || scope.needs !== "waiting") return "walk";
	const sizes = await readSizes(ctx, scope);
	return sizes ? cheaperPlan({ ...sizes, reach: maxRanked }) : "walk";
};

type Groups = EndpointResponse<typeof countNeeds>;

/**
 * Counts the groups of an application: to 1,001, but new and changed applicants exactly. why the steps apart: they are
 * remembered, and the counts at them are the statement of the list beside it.
 */
export const countGroups = async (ctx: OrgContext, applicationId: string): Promise<Groups> => {
	const { db, organisationId, now } = ctx;
	const steps = (await stepsOfApplication(ctx, applicationId)) ?? [];
	const counted = (rows: SQL) => sql`(SELECT count(*) FROM (${rows} LIMIT ${countedNeeds}))`;
	const kept = (need: Need) => counted(sql`SELECT 1 FROM ${keptOf(ctx, applicationId, need)}`);
	const within = andWithin(ctx, sql`+applicants.course_id`);
	const [atSteps, { news, ...groups }] = await Promise.all([
		countAtSteps(ctx, applicationId, null),
		db.get<Omit<Groups, "news" | "changed" | "new" | "newStage"> & { news: string }>(sql`SELECT
		${counted(sql`SELECT 1 FROM ${reviewedBy(organisationId, { applicationId, stepIds: null, reviewer: { id: ctx.actor.id } })} ${within}`)} AS mine,
		${kept("referee")} AS referee, ${kept("payment")} AS payment,
		${
			isBound(ctx)
				? counted(selectPairsWithin(ctx, applicationId))
				: sql`coalesce((SELECT min(open, ${countedNeeds}) FROM duplicate_counts
			WHERE organisation_id = ${organisationId} AND application_id = ${applicationId}), 0)`
		} AS duplicates,
		(SELECT json_group_array(json_array(id, updated_at)) FROM (SELECT applicants.id, applicants.updated_at
			FROM ${changedSince(ctx)} WHERE +applicants.application_id = ${applicationId} ${within})) AS news,
		${counted(sql`SELECT 1 FROM ${waitingAt(organisationId, applicationId, { steps, since: now() - longWaitMs })} ${within}`)} AS waiting`),
	]);
	const changed: Groups["news"] = JSON.parse(news);
	return { ...groups, ...countNew(steps, atSteps), changed: changed.length, news: changed };
};

type Steps = NonNullable<Awaited<ReturnType<typeof stepsOfApplication>>>;

/** Counts the new applicants, who are at SUBMITTED, or at REGISTRATION where no step is for the submitted. */
const countNew = (steps: Steps, atSteps: Awaited<ReturnType<typeof countAtSteps>>) => {
	const type = steps.some((step) => step.type === "SUBMITTED") ? "SUBMITTED" : "REGISTRATION";
	const ids = steps.filter((step) => step.type === type).map(({ id }) => id);
	return {
		new: sumOf(atSteps.filter(({ stepId }) => ids.includes(stepId))),
		newStage: ids.length > 1 ? type : (ids[0] ?? null),
	};
};

/**
 * The applicants of a kept group who are within the scope. why by their courses for users of some places: a group may be
 * long and have few of theirs.
 */
const keptOf = (ctx: OrgContext, applicationId: string, need: Need): SQL => {
	const { organisationId, scope } = ctx;
	const isOfNeed = sql`organisation_id = ${organisationId} AND application_id = ${applicationId} AND need = ${need}`;
	if (scope.courseIds === null) return sql`applicant_needs WHERE ${isOfNeed}`;
	return sql`json_each(${JSON.stringify(scope.courseIds)}) AS course
		CROSS JOIN applicants INDEXED BY applicants_by_course ON applicants.organisation_id = ${organisationId}
			AND applicants.application_id = ${applicationId} AND applicants.course_id = course.value
		WHERE EXISTS (SELECT 1 FROM applicant_needs WHERE ${isOfNeed} AND seq = applicants.seq)`;
};

/** Selects the open pairs of an application of which both applicants are within the scope. */
const selectPairsWithin = (ctx: OrgContext, applicationId: string): SQL => {
	const { organisationId } = ctx;
	return sql`SELECT 1 FROM duplicate_pairs AS pair
		CROSS JOIN applicants AS first ON first.organisation_id = ${organisationId} AND first.id = pair.first_id
			${andWithin(ctx, sql`first.course_id`)}
		CROSS JOIN applicants AS second ON second.organisation_id = ${organisationId} AND second.id = pair.second_id
			${andWithin(ctx, sql`second.course_id`)}
		WHERE pair.organisation_id = ${organisationId} AND pair.application_id = ${applicationId}`;
};

/** The applicants who have waited for the office at a step since before that time, as `applicants`. */
const waitingAt = (
	organisationId: string,
	applicationId: string,
	{ steps, since }: { steps: Steps; since: number },
): SQL => {
	const ids = steps.filter(({ type }) => !restingStageTypes.includes(type)).map(({ id }) => id);
	return sql`json_each(${JSON.stringify(ids)}) AS step
		CROSS JOIN applicants INDEXED BY applicants_by_waiting ON applicants.organisation_id = ${organisationId}
			AND applicants.application_id = ${applicationId} AND applicants.step_id = step.value
			AND applicants.stage_changed_at <= ${since}`;
};
