import * as v from "valibot";
import type { OrgContext } from "#worker/context";
import { ok, type Result } from "#worker/contract/result";
import { ImportTaskInput } from "#worker/services/uploaded-candidates/import-task";
import { importWriters } from "#worker/services/uploaded-candidates/imports.contract";
import {
	findImportAtWork,
	type ImportAtWork,
	readStagedRows,
	type StagedRow,
} from "#worker/services/uploaded-candidates/imports.queries";
import type { Job, OpenTask } from "#worker/tasks/job";
import { advanceTask } from "#worker/tasks/task.writes";

const maxSlice = 250;

interface RowsJob {
	type: string;
	/** How the import stands while the job is at it; in any other way there is nothing left to do. */
	status: ImportAtWork["status"];
	/** Does what is to be done with some rows, and takes the task on past them, in one commit. */
	work(ctx: OrgContext, task: OpenTask, found: ImportAtWork, staged: readonly StagedRow[]): Promise<Result<undefined>>;
}

/** A job over the rows of an import, slice by slice (§2 Uploaded candidates). */
export const rowsJob = ({ type, status, work }: RowsJob): Job => ({
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
			const staged = found?.status === status ? await readStagedRows(ctx, found.id, { after: task.done, limit }) : [];
			if (found && staged.length > 0) return work(ctx, task, found, staged);
			await ctx.db.batch([advanceTask(ctx, task, { done: task.total, result: task.result })]);
			return ok(undefined);
		};
	},
});
