import { sql } from "drizzle-orm";
import type { OrgContext } from "#worker/http/context";
import type { ListedApplicant } from "#worker/services/applicants/contract";
import { selectSizes } from "#worker/services/applicants/counts.queries";
import { cheaperPlan } from "#worker/services/applicants/list-plan";
import type { ListScope } from "#worker/services/applicants/list-scope";
import { selectRows, toRow } from "#worker/services/applicants/row.queries";
import { type Stretch, selectSeqs } from "#worker/services/applicants/seqs.queries";

/** A keyword's matches are counted no further. */
const maxCounted = 1_000;

export interface ListedRow extends ListedApplicant {
	seq: number;
}

interface Listed {
	rows: ListedRow[];
	total: number;
	isExact: boolean;
}

/** A stretch of a list and the list's length. @param limit rows at most. */
export const readList = (ctx: OrgContext, scope: ListScope, stretch: Stretch, limit: number): Promise<Listed> => {
	if (scope.match !== null) return readMatches(ctx, scope, stretch, limit);
	return scope.courseIds === null ? readWhole(ctx, scope, stretch, limit) : readOfCourses(ctx, scope, stretch, limit);
};

const withSeq = (rows: Awaited<ReturnType<typeof selectRows>>): ListedRow[] =>
	rows.map((row) => ({ ...toRow(row), seq: row.seq, isUnread: row.isUnread }));

const readWhole = async (ctx: OrgContext, scope: ListScope, stretch: Stretch, limit: number): Promise<Listed> => {
	const { db, organisationId } = ctx;
	const seqs = selectSeqs({ organisationId, scope, stretch, limit, plan: "walk" });
	const [rows, [sizes]] = await db.batch([selectRows(ctx, seqs), selectSizes(ctx, scope)]);
	return { rows: withSeq(rows), total: sizes?.listed ?? 0, isExact: true };
};

const readOfCourses = async (ctx: OrgContext, scope: ListScope, stretch: Stretch, limit: number): Promise<Listed> => {
	const [sizes] = await selectSizes(ctx, scope);
	const total = sizes?.matched ?? 0;
	if (!sizes || total === 0) return { rows: [], total, isExact: true };
	const plan = cheaperPlan({ ...sizes, reach: ("offset" in stretch ? stretch.offset : 0) + limit });
	const seqs = selectSeqs({ organisationId: ctx.organisationId, scope, stretch, limit, plan });
	return { rows: withSeq(await selectRows(ctx, seqs)), total, isExact: true };
};

const readMatches = async (ctx: OrgContext, scope: ListScope, stretch: Stretch, limit: number): Promise<Listed> => {
	const { db, organisationId } = ctx;
	const counted = { organisationId, scope, stretch: { offset: 0 }, limit: maxCounted + 1, plan: "walk" } as const;
	const matches = await db.all<{ seq: number }>(selectSeqs(counted));
	const total = Math.min(matches.length, maxCounted);
	const isExact = matches.length <= maxCounted;
	const seqs =
		"offset" in stretch
			? matches.slice(stretch.offset, Math.min(stretch.offset + limit, total)).map(({ seq }) => seq)
			: (await db.all<{ seq: number }>(selectSeqs({ ...counted, stretch, limit }))).map(({ seq }) => seq);
	const rows = await selectRows(ctx, sql`SELECT value FROM json_each(${JSON.stringify(seqs)})`);
	return { rows: withSeq(rows), total, isExact };
};
