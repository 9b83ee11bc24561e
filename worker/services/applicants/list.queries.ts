import { sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { countedAtMost } from "#worker/contract/applicant-filter";
import { countAtSteps, planFor, selectSizes, sumOf } from "#worker/services/applicants/counts.queries";
import type { CompiledFilter } from "#worker/services/applicants/filter.queries";
import { isRanked, maxRanked, type Ranked, readRanked } from "#worker/services/applicants/ranked.queries";
import { type ListedRow, selectRows, withSeq } from "#worker/services/applicants/row.queries";
import { cheaperPlan, type Stretch, selectSeqs } from "#worker/services/applicants/seqs.queries";

interface Listed {
	rows: ListedRow[];
	total: number;
	isExact: boolean;
}

/** Reads a stretch of a list and the length of the list. @param limit the most rows */
export const readList = (ctx: OrgContext, scope: CompiledFilter, stretch: Stretch, limit: number): Promise<Listed> => {
	if (isRanked(scope)) return readGroup(ctx, scope, stretch, limit);
	if (scope.match !== null) return readMatches(ctx, scope, stretch, limit);
	return scope.courseIds === null ? readWhole(ctx, scope, stretch, limit) : readOfCourses(ctx, scope, stretch, limit);
};

const readWhole = async (ctx: OrgContext, scope: CompiledFilter, stretch: Stretch, limit: number): Promise<Listed> => {
	const { applicationId, stepIds } = scope;
	const seqs = selectSeqs({ organisationId: ctx.organisationId, scope, stretch, limit, plan: "walk" });
	// why these counts: the tabs above a list need the same ones, so one statement serves both.
	const [rows, counts] = await Promise.all([selectRows(ctx, seqs), countAtSteps(ctx, applicationId, null)]);
	const listed = stepIds === null ? counts : counts.filter(({ stepId }) => stepIds.includes(stepId));
	return { rows: withSeq(rows), total: sumOf(listed), isExact: true };
};

const readOfCourses = async (
	ctx: OrgContext,
	scope: CompiledFilter,
	stretch: Stretch,
	limit: number,
): Promise<Listed> => {
	const [sizes] = await selectSizes(ctx, scope);
	const total = sizes?.matched ?? 0;
	if (!sizes || total === 0) return { rows: [], total, isExact: true };
	const plan = cheaperPlan({ ...sizes, reach: ("offset" in stretch ? stretch.offset : 0) + limit });
	const seqs = selectSeqs({ organisationId: ctx.organisationId, scope, stretch, limit, plan });
	return { rows: withSeq(await selectRows(ctx, seqs)), total, isExact: true };
};

const readMatches = async (
	ctx: OrgContext,
	scope: CompiledFilter,
	stretch: Stretch,
	limit: number,
): Promise<Listed> => {
	const { db, organisationId } = ctx;
	const counted = { organisationId, scope, stretch: { offset: 0 }, limit: countedAtMost + 1, plan: "walk" } as const;
	const matches = await db.all<{ seq: number }>(selectSeqs(counted));
	const total = Math.min(matches.length, countedAtMost);
	const isExact = matches.length <= countedAtMost;
	const seqs =
		"offset" in stretch
			? matches.slice(stretch.offset, Math.min(stretch.offset + limit, total)).map(({ seq }) => seq)
			: (await db.all<{ seq: number }>(selectSeqs({ ...counted, stretch, limit }))).map(({ seq }) => seq);
	const rows = await selectRows(ctx, sql`SELECT value FROM json_each(${JSON.stringify(seqs)})`);
	return { rows: withSeq(rows), total, isExact };
};

/** Reads a list that has to be read whole to be ordered, and cuts the stretch out of it. */
const readGroup = async (ctx: OrgContext, scope: CompiledFilter, stretch: Stretch, limit: number): Promise<Listed> => {
	const found = await readRanked(ctx, scope, await planFor(ctx, scope));
	const isExact = found.length <= maxRanked;
	const seqs = cutRanked(found.slice(0, maxRanked), stretch, limit).map(({ seq }) => seq);
	const rows = withSeq(await selectRows(ctx, sql`SELECT value FROM json_each(${JSON.stringify(seqs)})`));
	const placeOf = new Map(seqs.map((seq, place) => [seq, place]));
	rows.sort((one, other) => (placeOf.get(one.seq) ?? 0) - (placeOf.get(other.seq) ?? 0));
	return { rows, total: Math.min(found.length, maxRanked), isExact };
};

/** why the start: an applicant who has left the list since the page was drawn is no place to continue from. */
const cutRanked = (found: readonly Ranked[], stretch: Stretch, limit: number): readonly Ranked[] => {
	if ("offset" in stretch) return found.slice(stretch.offset, stretch.offset + limit);
	const from = "after" in stretch ? stretch.after : stretch.before;
	const at = found.findIndex(({ seq }) => seq === from);
	if ("after" in stretch) return found.slice(at + 1, at + 1 + limit);
	return found.slice(Math.max(0, at - limit), Math.max(0, at));
};
