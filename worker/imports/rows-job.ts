import * as v from "valibot";
import type { OrgContext } from "#worker/context";
import type { Permission } from "#worker/contract/permissions";
import { ok } from "#worker/contract/result";
import { type Condition, commit, type EventToCommit, type Write } from "#worker/database/commit";
import { ImportTaskInput } from "#worker/imports/import-task";
import { type ImportAtWork, readStagedRows, type StagedRow } from "#worker/imports/imports.queries";
import { type ImportValues, moveImport } from "#worker/imports/imports.writes";
import type { Job, OpenTask } from "#worker/tasks/job";
import { advanceTask, completeTask, taskStandsAt } from "#worker/tasks/task.writes";

const maxSlice = 250;

const Counts = v.record(v.string(), v.number());
type Counts = v.InferOutput<typeof Counts>;

interface RowsJob<Found extends ImportAtWork> {
	type: string;
	/** Privileges, any of which the user needs to try again. */
	access: readonly Permission[];
	find(ctx: OrgContext, importId: string): Promise<Found | undefined>;
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
		found: Found,
		staged: readonly StagedRow[],
	): Promise<{
		results: readonly (string | null)[];
		writes: readonly [Write, ...Write[]];
		/** What must be before the writes and after them for the slice to count; otherwise its rows are looked at again. */
		holds?: { before: Condition; after: Condition };
	}>;
	eventOf?(found: Found, counts: Counts): EventToCommit;
}

/** Makes a job over the rows of an import. A slice and the task's progress are one commit: nothing is done twice. */
export const rowsJob = <Found extends ImportAtWork>({ type, access, during, ...job }: RowsJob<Found>): Job => ({
	type,
	retry: { access },
	longestDeliveryMs: 20_000,
	prepare: (given) => {
		const { importId } = v.parse(ImportTaskInput, given);
		let looked: Promise<Found | undefined> | undefined;
		return async (ctx, task, size) => {
			looked ??= job.find(ctx, importId);
			const found = await looked;
			const limit = Math.min(size, maxSlice);
			const staged = found?.status === during ? await readStagedRows(ctx, importId, { after: task.done, limit }) : [];
			if (!found || staged.length === 0) {
				await ctx.db.batch([completeTask(ctx, task.id)]);
				return ok(undefined);
			}
			const { results, writes, holds } = await job.work(ctx, task, found, staged);
			const counts = task.result
				? { ...v.parse(Counts, task.result) }
				: Object.fromEntries(job.counted.map((result) => [result, 0]));
			for (const result of results) if (result !== null) counts[result] = (counts[result] ?? 0) + 1;
			const done = task.done + staged.length;
			const slice = [...writes, advanceTask(ctx, task, { done, result: counts, guard: holds?.after })] as const;
			if (done < task.total) {
				await ctx.db.batch(slice);
				return ok(undefined);
			}
			const write = moveImport(ctx, importId, {
				from: [during],
				onlyIf: taskStandsAt(ctx, task),
				alsoIf: holds?.before,
				...job.ends(ctx),
				counts: { ...found.counts, ...counts },
			});
			const event = job.eventOf?.(found, counts);
			if (event) await commit(ctx, { guarded: { write, expectedChanges: 1 }, writes: slice, event });
			else await ctx.db.batch([write, ...slice]);
			return ok(undefined);
		};
	},
});
