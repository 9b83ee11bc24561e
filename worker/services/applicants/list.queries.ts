import { sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { countedAtMost } from "#worker/contract/applicant-filter";
import { countAtSteps, planFor, readSizes, sumOf } from "#worker/services/applicants/counts.queries";
import type { CompiledFilter } from "#worker/services/applicants/filter.queries";
import { isRanked, maxRanked, readRanked } from "#worker/services/applicants/ranked.queries";
import { type ListedRow, selectRows, withSeq } from "#worker/services/applicants/row.queries";
import { cheaperPlan, type Stretch, selectSeqs } from "#worker/services/applicants/seqs.queries";
import {
	findRows,
	isSorted,
	type SortedFilter,
	sortRows,
	walkSorted,
} from "#worker/services/applicants/sorted.queries";

interface Listed {
	rows: ListedRow[];
	total: number;
	isExact: boolean;
}

/** Reads a stretch of a list and the length of the list. @param limit the most rows */
export const readList = (ctx: OrgContext, scope: CompiledFilter, stretch: Stretch, limit: number): Promise<Listed> => {
	if (isSorted(scope)) return readSorted(ctx, scope, stretch, limit);
	if (isRanked(scope)) return readGroup(ctx, scope, stretch, limit);
	if (scope.match !== null || scope.facts !== null) return readMatches(ctx, scope, stretch, limit);
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
	const sizes = await readSizes(ctx, scope);
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

/** Reads a group, which has to be read whole to be ordered, and cuts the stretch out of it. */
const readGroup = async (ctx: OrgContext, scope: CompiledFilter, stretch: Stretch, limit: number): Promise<Listed> => {
	const found = await readRanked(ctx, scope, await planFor(ctx, scope));
	const isExact = found.length <= maxRanked;
	const rows = await readRowsOf(ctx, cutOut(found.slice(0, maxRanked), stretch, limit));
	return { rows, total: Math.min(found.length, maxRanked), isExact };
};

/** Reads a list in the order of a column: a short one is sorted whole, a long one along the index of the order. */
const readSorted = async (ctx: OrgContext, scope: SortedFilter, stretch: Stretch, limit: number): Promise<Listed> => {
	const { seqs: found, total, isExact } = await findRows(ctx, scope);
	if (!found) {
		const seqs = await walkSorted(ctx, scope, { stretch, limit, total: isExact ? total : undefined });
		return { rows: await readRowsOf(ctx, seqs), total, isExact };
	}
	// why the row of the cursor too: it may have left the list since the page was drawn, and still is a place.
	const from = "offset" in stretch ? [] : ["after" in stretch ? stretch.after : stretch.before];
	const sorted = await sortRows(ctx, scope, [...new Set([...found, ...from])]);
	return { rows: await readRowsOf(ctx, cutOut(sorted, stretch, limit)), total, isExact };
};

const readRowsOf = async (ctx: OrgContext, seqs: readonly number[]): Promise<ListedRow[]> => {
	const rows = withSeq(await selectRows(ctx, sql`SELECT value FROM json_each(${JSON.stringify(seqs)})`));
	const placeOf = new Map(seqs.map((seq, place) => [seq, place]));
	return rows.sort((one, other) => (placeOf.get(one.seq) ?? 0) - (placeOf.get(other.seq) ?? 0));
};

/** why the start: an applicant who has left the list since the page was drawn is no place to continue from. */
const cutOut = (rows: readonly { seq: number }[], stretch: Stretch, limit: number): number[] => {
	const found = rows.map(({ seq }) => seq);
	if ("offset" in stretch) return found.slice(stretch.offset, stretch.offset + limit);
	const at = found.indexOf("after" in stretch ? stretch.after : stretch.before);
	if ("after" in stretch) return found.slice(at + 1, at + 1 + limit);
	return found.slice(Math.max(0, at - limit), Math.max(0, at));
};
