import * as v from "valibot";
import type { OrgContext } from "#worker/context";
import type { Standing } from "#worker/contract/ranking/quotas";
import { fail, ok } from "#worker/contract/result";
import { compileFilter } from "#worker/services/applicants/filter.queries";
import { openFacts } from "#worker/services/assistant/known-applicants.queries";
import { type ExportSource, nextExported } from "#worker/services/exports/queries";
import { startRanking } from "#worker/services/rankings/contract";
import { giveSeats } from "#worker/services/rankings/give-seats";
import { findRanking, type RankedCourse, type Ranking, readCourses } from "#worker/services/rankings/queries";
import { fieldsOfParts } from "#worker/services/rankings/score";
import { isInRanking, scoredApplicant } from "#worker/services/rankings/scored-applicant";
import { writePlaces, writeScores } from "#worker/services/rankings/writes";
import type { Job, OpenTask, RunSlice } from "#worker/tasks/job";
import { advanceTask } from "#worker/tasks/task.writes";

export const rankTask = "RANK_APPLICANTS";

const Input = v.object({ rankingId: v.string() });

/** Where the task is: all are scored first, then each list gets its places, then each course its seats. */
const State = v.variant("phase", [
	v.object({ phase: v.literal("score"), last: v.number() }),
	v.object({ phase: v.literal("place"), list: v.number(), placed: v.number() }),
	v.object({ phase: v.literal("seats"), course: v.number() }),
]);
type State = v.InferOutput<typeof State>;

/** why: the forms of a slice are in memory at once. */
const largestSlice = 250;

/** Ranks the applicants of a scheme: the rows of a slice and its progress are one commit. */
export const rankJob: Job = {
	type: rankTask,
	retry: { access: startRanking.access },
	// why: reading forms is mostly CPU, of which a delivery has 30 seconds.
	longestDeliveryMs: 15_000,
	prepare: (given) => {
		const { rankingId } = v.parse(Input, given);
		let opened: ReturnType<typeof open> | undefined;
		const run: RunSlice = async (ctx, task, size) => {
			opened ??= open(ctx, rankingId);
			const found = await opened;
			if (!found.ok) return found;
			const read = v.safeParse(State, task.result);
			const state: State = read.success ? read.output : { phase: "score", last: Number.MAX_SAFE_INTEGER };
			if (state.phase === "score") await scoreSlice(ctx, task, found.value, { last: state.last, size });
			else if (state.phase === "place") await placeSlice(ctx, task, found.value.ranking, { ...state, size });
			else await seatsSlice(ctx, task, found.value.ranking, state.course);
			return ok(undefined);
		};
		return run;
	},
};

interface Opened {
	ranking: Ranking;
	source: ExportSource;
	factsOf: Awaited<ReturnType<typeof openFacts>>;
}

const open = async (ctx: OrgContext, rankingId: string) => {
	const ranking = await findRanking(ctx, rankingId);
	if (!ranking) return fail("not_found");
	const { applicationId, parts, createdAt } = ranking;
	const courseIds = (await readCourses(ctx, rankingId)).map(({ courseId }) => courseId);
	const scope = await compileFilter(ctx, { applicationId, courseIds });
	if (!scope.ok) return scope;
	const source: ExportSource = scope.value.isEmpty ? { applicationId, ids: [] } : { scope: scope.value };
	const factsOf = await openFacts(ctx, {
		applicationId,
		askedFields: fieldsOfParts(parts),
		at: createdAt,
		isWanted: (applicant) => isInRanking(ranking, applicant),
	});
	return ok<Opened>({ ranking, source, factsOf });
};

const scoreSlice = async (
	ctx: OrgContext,
	task: OpenTask,
	{ ranking, source, factsOf }: Opened,
	{ last, size }: { last: number; size: number },
): Promise<void> => {
	const limit = Math.min(size, largestSlice);
	// why one more: it shows whether this is the last slice.
	const next = await nextExported(ctx, source, { below: last, limit: limit + 1 });
	const slice = next.slice(0, limit).map(({ seq }) => seq);
	const known = slice.length === 0 ? [] : await factsOf(slice);
	const scored = known.map((one) => scoredApplicant(ranking, one));
	const done = task.done + slice.length;
	const isOver = next.length === slice.length;
	const courses = await readCourses(ctx, ranking.id);
	const placed = sizesOf(courses).reduce((sum, one) => sum + one.size, 0) + scored.length;
	const left = placed + courses.length;
	const total = isOver ? done + left : Math.max(task.total, done + left + 1);
	const state: State = isOver ? { phase: "place", list: 0, placed: 0 } : { phase: "score", last: slice.at(-1) ?? last };
	await ctx.db.batch([
		// why last: the scores are kept only while the task stands where this slice began.
		...writeScores(ctx, task, ranking.id, scored),
		advanceTask(ctx, task, { done, total, result: state }),
	]);
};

/** Returns the lists of all courses that have anybody, in the order in which they get their places. */
const sizesOf = (courses: readonly RankedCourse[]): { courseId: string; standing: Standing; size: number }[] =>
	courses.flatMap(({ courseId, ranked, cannotTell, filled }) =>
		[
			{ courseId, standing: "ranked" as const, size: ranked },
			{ courseId, standing: "cannotTell" as const, size: cannotTell },
			{ courseId, standing: "holds" as const, size: filled },
		].filter(({ size }) => size > 0),
	);

const placeSlice = async (
	ctx: OrgContext,
	task: OpenTask,
	{ id }: Ranking,
	{ list, placed, size }: { list: number; placed: number; size: number },
): Promise<void> => {
	const lists = sizesOf(await readCourses(ctx, id));
	const current = lists[list];
	if (!current) {
		// why without an end: nobody is in the ranking, and its courses get their seats all the same.
		await seatsSlice(ctx, task, { id }, 0);
		return;
	}
	const { size: all, ...of } = current;
	const limit = Math.min(size, all - placed);
	const isListOver = placed + limit === all;
	const state: State = !isListOver
		? { phase: "place", list, placed: placed + limit }
		: list + 1 < lists.length
			? { phase: "place", list: list + 1, placed: 0 }
			: { phase: "seats", course: 0 };
	await ctx.db.batch([
		writePlaces(ctx, task, id, { ...of, placed, limit }),
		advanceTask(ctx, task, { done: task.done + limit, result: state }),
	]);
};

const seatsSlice = async (
	ctx: OrgContext,
	task: OpenTask,
	{ id }: Pick<Ranking, "id">,
	course: number,
): Promise<void> => {
	const courses = await readCourses(ctx, id);
	const current = courses[course];
	const isOver = course + 1 >= courses.length;
	const state: State = { phase: "seats", course: course + 1 };
	const advance = advanceTask(ctx, task, {
		done: task.done + 1,
		result: state,
		...(isOver && { total: task.done + 1 }),
	});
	if (current) await ctx.db.batch([...(await giveSeats(ctx, task, id, current)), advance]);
	else await advance;
};
