import { type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { decidedStageTypes } from "#worker/contract/stage-types";
import { isOfFacts } from "#worker/services/applicants/facts.queries";
import type { CompiledFilter } from "#worker/services/applicants/filter.queries";
import { maxRanked, type Ranked, readRanked } from "#worker/services/applicants/ranked.queries";
import {
	isOneOf,
	type ListPlan,
	type Stretch,
	selectBlocks,
	selectSeqs,
} from "#worker/services/applicants/seqs.queries";
import { findRows, type SortedFilter, sortRows, walkAround } from "#worker/services/applicants/sorted.queries";
import { stepsOfApplication } from "#worker/services/workflows/queries";

/** Finds the position of an applicant in the order of all lists. */
export const findPlace = async ({ db, organisationId }: OrgContext, applicantId: string) => {
	const [place] = await db.all<{ seq: number; applicationId: string; stepId: string; stageChangedAt: number }>(sql`
		SELECT seq, application_id AS applicationId, step_id AS stepId, stage_changed_at AS stageChangedAt
		FROM applicants WHERE organisation_id = ${organisationId} AND id = ${applicantId}`);
	return place;
};

/** Selects the position of an applicant, for a statement that runs before it is known. */
export const selectPlace = ({ organisationId }: OrgContext, applicantId: string): SQL =>
	sql`(SELECT seq FROM applicants WHERE organisation_id = ${organisationId} AND id = ${applicantId})`;

interface Around {
	scope: CompiledFilter;
	/** The position of the applicant. */
	seq: SQL;
	plan: ListPlan;
	/** Stage types at which nothing has been decided yet. */
	undecided: readonly string[];
}

type Placed<A extends { seq: SQL }> = Omit<A, "seq"> & { seq: number };

/** Returns the steps of an application at which nobody is admitted or declined. */
export const undecidedStepsOf = async (ctx: OrgContext, applicationId: string): Promise<readonly string[]> => {
	const steps = (await stepsOfApplication(ctx, applicationId)) ?? [];
	return steps.filter(({ type }) => !decidedStageTypes.includes(type)).map(({ id }) => id);
};

/** Reads the ids directly before and after a row of the list, and of the next one at an undecided step. */
export const readNeighbours = async (ctx: OrgContext, { scope, seq, plan, undecided }: Around) => {
	const { db, organisationId } = ctx;
	const idAt = (found: SQL) =>
		sql`(SELECT id FROM applicants WHERE +organisation_id = ${organisationId} AND seq = (${found}))`;
	const oneOf = (stretch: Stretch<SQL>) => idAt(selectSeqs({ organisationId, scope, stretch, limit: 1, plan }));
	const stepIds = scope.stepIds?.filter((id) => undecided.includes(id)) ?? [...undecided];
	const [found] = await db.all<Record<"previousId" | "nextId" | "nextUndecidedId", string | null>>(sql`
		SELECT ${oneOf({ before: seq })} AS previousId, ${oneOf({ after: seq })} AS nextId,
			${idAt(selectNextAt({ organisationId, scope: { ...scope, stepIds }, seq, plan }))} AS nextUndecidedId`);
	return found ?? { previousId: null, nextId: null, nextUndecidedId: null };
};

/**
 * Finds the next row below at any of the steps. why not as lists are read: they join a query for each of five steps.
 */
const selectNextAt = ({
	organisationId,
	scope,
	seq,
	plan,
}: Omit<Around, "undecided"> & { organisationId: string }): SQL => {
	// why with facts too: only the index of the application holds them.
	if (scope.match !== null || scope.facts !== null || (scope.courseIds !== null && plan === "gather"))
		return selectSeqs({ organisationId, scope, stretch: { after: seq }, limit: 1, plan });
	return sql`SELECT max((SELECT seq FROM applicants INDEXED BY applicants_by_stage
			WHERE organisation_id = ${organisationId} AND application_id = ${scope.applicationId}
				AND step_id = chosen.value AND seq < ${seq} ${isOneOf(sql`course_id`, scope.courseIds)}
				${isOfFacts(scope.facts, sql`applicants`)}
			ORDER BY seq DESC LIMIT 1))
		FROM json_each(${JSON.stringify(scope.stepIds)}) AS chosen`;
};

/**
 * Finds the neighbours in a list that has to be read whole. why also of an applicant who has left it: opening one
 * takes them out of "changed since you looked", and the walk goes on from where they stood.
 */
export const readRankedNeighbours = async (
	ctx: OrgContext,
	{ scope, seq, stageChangedAt, plan, undecided }: Placed<Around> & { stageChangedAt: number },
) => {
	const read = await readRanked(ctx, scope, plan);
	const found = read.slice(0, maxRanked);
	const at = found.findIndex((row) => row.seq === seq);
	const isBelow = (row: Ranked) =>
		scope.needs === "waiting"
			? row.stageChangedAt > stageChangedAt || (row.stageChangedAt === stageChangedAt && row.seq > seq)
			: row.seq < seq;
	const below = at < 0 ? found.findIndex(isBelow) : at + 1;
	const after = below < 0 ? found.length : below;
	const around = [
		found[(at < 0 ? after : at) - 1],
		found[after],
		found.find(({ stepId }, place) => place >= after && undecided.includes(stepId)),
	];
	const ids = await readIds(
		ctx,
		around.map((row) => row?.seq ?? 0),
	);
	const [previousId = null, nextId = null, nextUndecidedId = null] = around.map(
		(row) => ids.get(row?.seq ?? 0) ?? null,
	);
	return {
		previousId,
		nextId,
		nextUndecidedId,
		position: at < 0 ? null : at + 1,
		total: found.length,
		totalIsExact: read.length <= maxRanked,
	};
};

/** Finds the neighbours in the order of a column, and the place in a list of at most 1,000. */
export const readSortedNeighbours = async (
	ctx: OrgContext,
	{ scope, seq, undecided }: Placed<Omit<Around, "plan">> & { scope: SortedFilter },
) => {
	const { seqs: found, total, isExact: totalIsExact } = await findRows(ctx, scope);
	if (!found) return { ...(await walkAround(ctx, scope, { seq, undecided })), position: null, total, totalIsExact };
	const sorted = await sortRows(ctx, scope, [...new Set([...found, seq])]);
	const at = sorted.findIndex((row) => row.seq === seq);
	return {
		previousId: sorted[at - 1]?.id ?? null,
		nextId: sorted[at + 1]?.id ?? null,
		nextUndecidedId: sorted.find(({ stepId }, place) => place > at && undecided.includes(stepId))?.id ?? null,
		position: found.includes(seq) ? at + 1 : null,
		total,
		totalIsExact,
	};
};

const readIds = async ({ db, organisationId }: OrgContext, seqs: readonly number[]) => {
	const rows = await db.all<{ seq: number; id: string }>(sql`
		SELECT applicants.seq, applicants.id FROM json_each(${JSON.stringify(seqs)}) AS chosen
			CROSS JOIN applicants ON applicants.seq = chosen.value
		WHERE +applicants.organisation_id = ${organisationId}`);
	return new Map(rows.map(({ seq, id }) => [seq, id]));
};

/** Counts the position of a row in a list without course and keyword: whole blocks are summed, one is counted. */
export const readPosition = async ({ db, organisationId }: OrgContext, scope: CompiledFilter, seq: SQL) => {
	const { applicationId, stepIds } = scope;
	const block = sql`(${seq} >> 12)`;
	const found = await db.get<{ above: number }>(sql`
		SELECT coalesce((SELECT sum(applicants) FROM (${selectBlocks(organisationId, scope)}) WHERE block > ${block}), 0)
			+ (SELECT count(*) FROM applicants
				INDEXED BY ${sql.raw(stepIds === null ? "applicants_by_application" : "applicants_by_stage")}
				WHERE organisation_id = ${organisationId} AND application_id = ${applicationId}
					${isOneOf(sql`step_id`, stepIds)} AND seq > ${seq} AND seq < (${block} + 1) << 12) AS above`);
	return found.above + 1;
};
