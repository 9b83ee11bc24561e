import * as v from "valibot";
import { fail, ok, type Result } from "#worker/contract/result";
import type { Job, OpenTask } from "#worker/events/job";
import { advanceTask, taskStandsAt } from "#worker/events/task.writes";
import type { OrgContext } from "#worker/http/context";
import { BatchRow, updateApplicants } from "#worker/services/applicants/batch.contract";
import { findMove, stageChangeTask } from "#worker/services/applicants/change-stages";
import { Stage } from "#worker/services/applicants/contract";
import { moveSelection } from "#worker/services/applicants/move-selection";

const Input = v.object({
	candidateIds: v.array(v.string()),
	stageId: v.string(),
	reason: v.string(),
	locationId: v.nullish(v.string()),
	asOf: v.optional(v.number()),
});

/** Rows of applicants who were not moved that a task keeps. why: a row of the database holds 2 MB. */
const maxOutcomes = 500;

/** What the task has done so far: how many were moved, how many were not and why, and a row for the first of those. */
const StageChangeResult = v.object({
	stage: Stage,
	moved: v.number(),
	counts: v.record(v.string(), v.number()),
	outcomes: v.array(BatchRow),
});

/** Moves a large selection slice by slice. A slice and the task's progress are one commit: none is done twice. */
export const stageChangeJob: Job = {
	type: stageChangeTask,
	retry: { access: updateApplicants.access },
	prepare: (given) => {
		const input = v.parse(Input, given);
		return (ctx, task, size) => moveSlice(ctx, task, input, size);
	},
};

const moveSlice = async (
	ctx: OrgContext,
	task: OpenTask,
	input: v.InferOutput<typeof Input>,
	size: number,
): Promise<Result<undefined>> => {
	const move = await findMove(ctx, input);
	if (!move.ok) return fail(move.problem.code);
	const { id, name, type } = move.value.step;
	const before = task.result
		? v.parse(StageChangeResult, task.result)
		: { stage: { id, name, type }, moved: 0, counts: {}, outcomes: [] };
	const ids = input.candidateIds.slice(task.done, task.done + size);
	const advance = (rows: readonly v.InferOutput<typeof BatchRow>[]) => {
		const others = rows.filter(({ outcome }) => outcome !== "moved");
		const result = {
			...before,
			moved: before.moved + rows.length - others.length,
			counts: addCounts(before.counts, others),
			outcomes: [...before.outcomes, ...others].slice(0, maxOutcomes),
		};
		return advanceTask(ctx, task, { done: task.done + ids.length, result });
	};
	const rows = await moveSelection(ctx, ids, move.value, (rows) => ({
		onlyIf: taskStandsAt(ctx, task),
		writes: [advance(rows)],
	}));
	if (rows?.every(({ outcome }) => outcome !== "moved")) await ctx.db.batch([advance(rows)]);
	return ok(undefined);
};

const addCounts = (before: Record<string, number>, rows: readonly v.InferOutput<typeof BatchRow>[]) => {
	const counts = { ...before };
	for (const { outcome } of rows) counts[outcome] = (counts[outcome] ?? 0) + 1;
	return counts;
};
