import * as v from "valibot";
import type { OrgContext } from "#worker/context";
import { ok } from "#worker/contract/result";
import { commit, type EventToCommit, type Write } from "#worker/database/commit";
import { ImportTaskInput } from "#worker/services/uploaded-candidates/import-task";
import { importWriters } from "#worker/services/uploaded-candidates/imports.contract";
import {
	findImportAtWork,
	type ImportAtWork,
	readStagedRows,
	type StagedRow,
} from "#worker/services/uploaded-candidates/imports.queries";
import { type ImportValues, moveImport } from "#worker/services/uploaded-candidates/imports.writes";
import type { Job, OpenTask } from "#worker/tasks/job";
import { advanceTask, completeTask, taskStandsAt } from "#worker/tasks/task.writes";

const maxSlice = 250;

const Counts = v.record(v.string(), v.number());
type Counts = v.InferOutput<typeof Counts>;

interface RowsJob {
	type: string;
	/** The status of the import while the job works on it. In any other, nothing is left to do. */
	during: ImportAtWork["status"];
	/** What the import becomes when all rows are done. */
	ends(ctx: OrgContext): ImportValues;
	/** The results that are counted, each from 0. */
	counted: readonly string[];
	/** Prepares the work on some rows. Null is not counted. */
	work(
		ctx: OrgContext,
		task: OpenTask,
		found: ImportAtWork,
		staged: readonly StagedRow[],
	): Promise<{ results: readonly (string | null)[]; writes: readonly [Write, ...Write[]] }>;
	eventOf?(
		about: { importId: string; fileName: string; groupId: string; groupName: string },
		counts: Counts,
	): EventToCommit;
}

/** Makes a job over the rows of an import. A slice and the task's progress are one commit: nothing is done twice. */
export const rowsJob = ({ type, during, ends, counted, work, eventOf }: RowsJob): Job => ({
	type,
	retry: { access: importWriters },
	longestDeliveryMs: 20_000,
	prepare: (given) => {
		const { importId } = v.parse(ImportTaskInput, given);
		let looked: Promise<ImportAtWork | undefined> | undefined;
		return async (ctx, task, size) => {
			looked ??= findImportAtWork(ctx, importId);
			const found = await looked;
			const limit = Math.min(size, maxSlice);
			const staged = found?.status === during ? await readStagedRows(ctx, importId, { after: task.done, limit }) : [];
			if (!found || staged.length === 0) {
				await ctx.db.batch([completeTask(ctx, task.id)]);
				return ok(undefined);
			}
			const { results, writes } = await work(ctx, task, found, staged);
			const counts = task.result
				? { ...v.parse(Counts, task.result) }
				: Object.fromEntries(counted.map((result) => [result, 0]));
			for (const result of results) if (result !== null) counts[result] = (counts[result] ?? 0) + 1;
			const done = task.done + staged.length;
			const slice = [...writes, advanceTask(ctx, task, { done, result: counts })] as const;
			if (done < task.total) {
				await ctx.db.batch(slice);
				return ok(undefined);
			}
			const write = moveImport(ctx, importId, {
				...{ from: [during], onlyIf: taskStandsAt(ctx, task) },
				...{ ...ends(ctx), counts: { ...found.counts, ...counts } },
			});
			const { fileName, groupId, groupName } = found;
			const event = eventOf?.({ importId, fileName, groupId, groupName }, counts);
			if (event) await commit(ctx, { guarded: { write, expectedChanges: 1 }, writes: slice, event });
			else await ctx.db.batch([write, ...slice]);
			return ok(undefined);
		};
	},
});
