import { type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { SortColumn } from "#worker/contract/applicant-filter";
import { nameKey, numberKey } from "#worker/database/schema/applicants";
import { planFor, readSizes } from "#worker/services/applicants/counts.queries";
import type { CompiledFilter } from "#worker/services/applicants/filter.queries";
import { isWanted, maxRanked, readRanked } from "#worker/services/applicants/ranked.queries";
import { type Stretch, selectSeqs } from "#worker/services/applicants/seqs.queries";

/** A filter with an order of its own. */
export type SortedFilter = CompiledFilter & { sort: NonNullable<CompiledFilter["sort"]> };

export const isSorted = (filter: CompiledFilter): filter is SortedFilter => filter.sort !== null;

interface Order {
	column: SortColumn;
	isDescending: boolean;
}

const orderOf = ({ sort }: SortedFilter): Order => ({
	column: sort.replace(/^-/, "") as SortColumn,
	isDescending: sort.startsWith("-"),
});

/** The columns whose values are in an index of the application. Rows without a value come last in both directions. */
const alongIndex = {
	name: { index: "applicants_by_name", key: nameKey, isOptional: false },
	number: { index: "applicants_by_length_of_number", key: numberKey, isOptional: false },
	score: { index: "applicants_by_score", key: sql`score`, isOptional: true },
};

const directed = (isDescending: boolean): SQL => sql.raw(isDescending ? "DESC" : "ASC");

export interface SortedRow {
	seq: number;
	id: string;
	stepId: string;
}

/** Sorts some rows, at most 1,001. why rows that were found first: a rare kind is sparse along the index of the order. */
export const sortRows = (ctx: OrgContext, filter: SortedFilter, seqs: readonly number[]): Promise<SortedRow[]> => {
	const { organisationId } = ctx;
	const { column, isDescending } = orderOf(filter);
	const [key, newest, tie] = {
		name: [nameKey, isDescending, sql``] as const,
		number: [numberKey, isDescending, sql``] as const,
		score: [sql`applicants.score`, isDescending, sql``] as const,
		waiting: [sql`applicants.stage_changed_at`, isDescending, sql``] as const,
		stage: [
			sql`(SELECT position FROM workflow_steps WHERE organisation_id = ${organisationId} AND id = applicants.step_id)`,
			true,
			sql`applicants.step_id,`,
		] as const,
		course: [
			sql`(SELECT code FROM courses WHERE organisation_id = ${organisationId} AND id = applicants.course_id)`,
			true,
			sql`applicants.course_id,`,
		] as const,
	}[column];
	return ctx.db.all<SortedRow>(sql`
		SELECT applicants.seq, applicants.id, applicants.step_id AS stepId
		FROM json_each(${JSON.stringify(seqs)}) AS found CROSS JOIN applicants ON applicants.seq = found.value
		WHERE +applicants.organisation_id = ${organisationId}
		ORDER BY ${key} IS NULL, ${key} ${directed(isDescending)}, ${tie} applicants.seq ${directed(newest)}`);
};

interface Found {
	/** The rows of the list; undefined for more than 1,000. */
	seqs: readonly number[] | undefined;
	total: number;
	isExact: boolean;
}

/** Reads the rows of a list that has at most 1,000, and how many there are. */
export const findRows = async (ctx: OrgContext, filter: SortedFilter): Promise<Found> => {
	const { needs, reviewer, match, facts } = filter;
	if (needs !== null || reviewer !== null || match !== null || facts !== null) {
		const found = await readRanked(ctx, filter, await planFor(ctx, filter));
		const isExact = found.length <= maxRanked;
		return {
			seqs: isExact ? found.map(({ seq }) => seq) : undefined,
			total: Math.min(found.length, maxRanked),
			isExact,
		};
	}
	const sizes = await readSizes(ctx, filter);
	const total = sizes?.matched ?? 0;
	if (total > maxRanked) return { seqs: undefined, total, isExact: true };
	const { organisationId } = ctx;
	const plan = filter.courseIds === null ? "walk" : "gather";
	const whole = { organisationId, scope: filter, stretch: { offset: 0 }, limit: maxRanked, plan } as const;
	const rows = total === 0 ? [] : await ctx.db.all<{ seq: number }>(selectSeqs(whole));
	return { seqs: rows.map(({ seq }) => seq), total, isExact: true };
};

/** Where a stretch begins: the values of a row that decide its place. */
interface Place {
	seq: number;
	stepId: string;
	courseId: string;
	stageChangedAt: number;
	key: string | number | null;
}

const readPlace = async ({ db, organisationId }: OrgContext, column: SortColumn, seq: number) => {
	const key = column in alongIndex ? alongIndex[column as keyof typeof alongIndex].key : sql`NULL`;
	const [place] = await db.all<Place>(sql`
		SELECT seq, step_id AS stepId, course_id AS courseId, stage_changed_at AS stageChangedAt, ${key} AS "key"
		FROM applicants WHERE +organisation_id = ${organisationId} AND seq = ${seq}`);
	return place;
};

/** How a stretch is read along an index. */
interface Walk {
	filter: SortedFilter;
	/** The row from which it goes on; undefined for the first. */
	from: Place | undefined;
	/** Whether it goes towards the beginning of the list. */
	isBackward: boolean;
	limit: number;
	offset: number;
}

/** Reads a stretch of a list of more than 1,000 rows in its order. @param total how long it is, where that is known */
export const walkSorted = async (
	ctx: OrgContext,
	filter: SortedFilter,
	{ stretch, limit, total }: { stretch: Stretch; limit: number; total?: number | undefined },
): Promise<number[]> => {
	const walk = async (more: Pick<Walk, "from" | "isBackward" | "limit" | "offset">) => {
		const rows = await ctx.db.all<{ seq: number }>(selectSorted(ctx, { filter, ...more }));
		const seqs = rows.map(({ seq }) => seq);
		return more.isBackward ? seqs.reverse() : seqs;
	};
	if ("offset" in stretch) {
		const { offset } = stretch;
		if (total === undefined || offset < total / 2) return walk({ from: undefined, isBackward: false, limit, offset });
		// why: the last page is near to the end.
		const rows = Math.min(limit, Math.max(0, total - offset));
		return walk({ from: undefined, isBackward: true, limit: rows, offset: Math.max(0, total - offset - rows) });
	}
	const isBackward = "before" in stretch;
	const from = await readPlace(ctx, orderOf(filter).column, isBackward ? stretch.before : stretch.after);
	if (!from && isBackward) return [];
	return walk({ from, isBackward, limit, offset: 0 });
};

/** The furthest that a walk looks for the next applicant at an undecided stage. */
const lookAhead = 1_000;

/** Reads the ids around a row of a list of more than 1,000, and of the next one at an undecided step. */
export const walkAround = async (
	ctx: OrgContext,
	filter: SortedFilter,
	{ seq, undecided }: { seq: number; undecided: readonly string[] },
) => {
	const from = await readPlace(ctx, orderOf(filter).column, seq);
	const select = (isBackward: boolean, limit: number) =>
		selectSorted(ctx, { filter, from, isBackward, limit, offset: 0 });
	const one = (isBackward: boolean) =>
		ctx.db.all<{ id: string }>(sql`SELECT applicants.id FROM (${select(isBackward, 1)}) AS near
			CROSS JOIN applicants ON applicants.seq = near.seq`);
	const [[previous], [next], [nextUndecided]] = await Promise.all([
		one(true),
		one(false),
		ctx.db.all<{ id: string }>(sql`SELECT applicants.id FROM (${select(false, lookAhead)}) AS near
			CROSS JOIN applicants ON applicants.seq = near.seq
				AND applicants.step_id IN (SELECT value FROM json_each(${JSON.stringify(undecided)})) LIMIT 1`),
	]);
	return {
		previousId: previous?.id ?? null,
		nextId: next?.id ?? null,
		nextUndecidedId: nextUndecided?.id ?? null,
	};
};

const selectSorted = (ctx: OrgContext, walk: Walk): SQL => {
	const { column } = orderOf(walk.filter);
	if (column === "stage" || column === "course") return throughLanes(ctx, walk, column);
	if (column === "waiting") return throughStages(ctx, walk);
	return alongKey(ctx, walk, alongIndex[column]);
};

/** Reads along an index of the application that holds the values in order; those without a value afterwards. */
const alongKey = (
	{ organisationId }: OrgContext,
	{ filter, from, isBackward, limit, offset }: Walk,
	{ index, key, isOptional }: (typeof alongIndex)[keyof typeof alongIndex],
): SQL => {
	const { isDescending } = orderOf(filter);
	const isDown = isDescending !== isBackward;
	const [way, beyond] = [directed(isDown), sql.raw(isDown ? "<" : ">")];
	const rows = sql`SELECT seq, ${key} AS sorted FROM applicants INDEXED BY ${sql.raw(index)}
		WHERE organisation_id = ${organisationId} AND application_id = ${filter.applicationId}
			AND ${isWanted(organisationId, filter, sql`applicants`)}`;
	const bySeq = from ? sql`AND seq ${beyond} ${from.seq}` : sql``;
	const byKey =
		from && from.key !== null
			? sql`AND ${key} ${beyond}= ${from.key} AND (${key} ${beyond} ${from.key} OR seq ${beyond} ${from.seq})`
			: sql``;
	const valued = (page: SQL) =>
		sql`${rows} ${isOptional ? sql`AND ${key} IS NOT NULL` : sql``} ${byKey} ORDER BY ${key} ${way}, seq ${way} ${page}`;
	const page = sql`LIMIT ${limit} OFFSET ${offset}`;
	if (!isOptional) return sql`SELECT seq FROM (${valued(page)})`;
	const isOfValueless = from?.key === null;
	const valueless = sql`${rows} AND ${key} IS NULL ${isOfValueless ? bySeq : sql``} ORDER BY seq ${way} LIMIT ${limit} + ${offset}`;
	const parts = [
		...(isOfValueless && !isBackward
			? []
			: [sql`SELECT seq, sorted, 0 AS part FROM (${valued(sql`LIMIT ${limit} + ${offset}`)})`]),
		...(from && !isOfValueless && isBackward ? [] : [sql`SELECT seq, NULL AS sorted, 1 AS part FROM (${valueless})`]),
	];
	return sql`SELECT seq FROM (SELECT seq, sorted, part FROM (${sql.join(parts, sql` UNION ALL `)})
		ORDER BY part ${directed(isBackward)}, sorted ${way}, seq ${way} ${page})`;
};

/** The stages or courses that have applicants, each with its place in the order. */
const selectLanes = (
	organisationId: string,
	applicationId: string,
	column: "stage" | "course",
	isDescending: boolean,
) => {
	const [id, table, key] = (
		column === "stage" ? ["step_id", "workflow_steps", "position"] : ["course_id", "courses", "code"]
	).map((name) => sql.raw(name));
	return sql`SELECT value, row_number() OVER (ORDER BY sorted IS NULL, sorted ${directed(isDescending)}, value) AS place FROM (
		SELECT kept.${id} AS value, named.${key} AS sorted FROM applicant_counts AS kept
			LEFT JOIN ${table} AS named ON named.organisation_id = ${organisationId} AND named.id = kept.${id}
		WHERE kept.organisation_id = ${organisationId} AND kept.application_id = ${applicationId} AND kept.applicants > 0
		GROUP BY kept.${id})`;
};

/** Reads stage after stage, or course after course, the newest of each first. */
const throughLanes = (
	{ organisationId }: OrgContext,
	{ filter, from, isBackward, limit, offset }: Walk,
	column: "stage" | "course",
): SQL => {
	const { applicationId } = filter;
	const isStage = column === "stage";
	const part = sql.raw(isStage ? "step_id" : "course_id");
	const [way, beyond] = [directed(isBackward), sql.raw(isBackward ? "<" : ">")];
	const [within, past] = [directed(!isBackward), sql.raw(isBackward ? ">" : "<")];
	const here = sql`(SELECT place FROM part WHERE value = ${isStage ? from?.stepId : from?.courseId})`;
	return sql`WITH part AS (${selectLanes(organisationId, applicationId, column, orderOf(filter).isDescending)})
		SELECT applicants.seq FROM part CROSS JOIN applicants ON applicants.seq IN (
			SELECT one.seq FROM applicants AS one INDEXED BY ${sql.raw(isStage ? "applicants_by_stage" : "applicants_by_course")}
			WHERE one.organisation_id = ${organisationId} AND one.application_id = ${applicationId} AND one.${part} = part.value
				AND ${isWanted(organisationId, filter, sql`one`)}
				${from ? sql`AND (part.place <> ${here} OR one.seq ${past} ${from.seq})` : sql``}
			ORDER BY one.seq ${within} LIMIT ${limit} + ${offset})
		${from ? sql`WHERE part.place ${beyond}= ${here}` : sql``}
		ORDER BY part.place ${way}, applicants.seq ${within} LIMIT ${limit} OFFSET ${offset}`;
};

/** Reads the longest or shortest waiting of each stage, and of these the first. */
const throughStages = ({ organisationId }: OrgContext, { filter, from, isBackward, limit, offset }: Walk): SQL => {
	const { applicationId } = filter;
	const { isDescending } = orderOf(filter);
	const isDown = isDescending !== isBackward;
	const [way, beyond] = [directed(isDown), sql.raw(isDown ? "<" : ">")];
	const at = from?.stageChangedAt;
	return sql`SELECT applicants.seq FROM (SELECT DISTINCT step_id AS value FROM applicant_counts
			WHERE organisation_id = ${organisationId} AND application_id = ${applicationId} AND applicants > 0) AS part
		CROSS JOIN applicants ON applicants.seq IN (
			SELECT one.seq FROM applicants AS one INDEXED BY applicants_by_waiting
			WHERE one.organisation_id = ${organisationId} AND one.application_id = ${applicationId} AND one.step_id = part.value
				AND ${isWanted(organisationId, filter, sql`one`)}
				${from ? sql`AND one.stage_changed_at ${beyond}= ${at} AND (one.stage_changed_at ${beyond} ${at} OR one.seq ${beyond} ${from.seq})` : sql``}
			ORDER BY one.stage_changed_at ${way}, one.seq ${way} LIMIT ${limit} + ${offset})
		ORDER BY applicants.stage_changed_at ${way}, applicants.seq ${way} LIMIT ${limit} OFFSET ${offset}`;
};
