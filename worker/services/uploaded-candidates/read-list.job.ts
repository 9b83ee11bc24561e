import * as v from "valibot";
import type { OrgContext } from "#worker/context";
import { fail, ok, type Result } from "#worker/contract/result";
import { UnreadableList } from "#worker/gateways/spreadsheets/list-limits";
import { ImportTaskInput, importTasks } from "#worker/services/uploaded-candidates/import-task";
import { importWriters } from "#worker/services/uploaded-candidates/imports.contract";
import {
	findColumnChoices,
	findImportAtWork,
	type ImportAtWork,
} from "#worker/services/uploaded-candidates/imports.queries";
import { moveImport, stageRows } from "#worker/services/uploaded-candidates/imports.writes";
import { type OpenList, openList, surveyList } from "#worker/services/uploaded-candidates/open-list";
import { headerKeyOf, suggestColumns } from "#worker/services/uploaded-candidates/suggest-columns";
import type { Job, OpenTask, RunSlice, SliceNews } from "#worker/tasks/job";
import { advanceTask, completeTask, taskStandsAt } from "#worker/tasks/task.writes";

/** The result of the task after the first pass over the file: the number of rows above the heading. */
const Surveyed = v.object({ heading: v.number() });

const maxSlice = 500;

/** Reads an uploaded list into staged rows (§2 Uploaded candidates): one pass to measure it, then slice by slice. */
export const readListJob: Job = {
	type: importTasks.read,
	retry: { access: importWriters },
	longestDeliveryMs: 20_000,
	prepare: (given) => {
		const { importId } = v.parse(ImportTaskInput, given);
		let file: Promise<Uint8Array> | undefined;
		let list: OpenList | undefined;
		const run: RunSlice = async (ctx, task, size) => {
			const found = await findImportAtWork(ctx, importId);
			if (found?.status !== "reading") {
				await ctx.db.batch([completeTask(ctx, task.id)]);
				return ok(undefined);
			}
			try {
				file ??= fileOf(ctx, found);
				const survey = v.safeParse(Surveyed, task.result);
				if (!survey.success) return await measure(ctx, task, found, await file);
				if (list?.at() !== task.done) {
					await list?.close();
					list = await openList(await file, found.format, { heading: survey.output.heading, taken: task.done });
				}
				return await stage(ctx, task, found, list, Math.min(size, maxSlice));
			} catch (error) {
				if (!(error instanceof UnreadableList)) throw error;
				return refuse(ctx, found, error.refusal);
			}
		};
		run.close = async () => list?.close();
		return run;
	},
};

const fileOf = async ({ env }: OrgContext, { objectKey }: ImportAtWork): Promise<Uint8Array> => {
	const stored = objectKey === null ? null : await env.FILES.get(objectKey);
	if (!stored) throw new UnreadableList("unreadable");
	return new Uint8Array(await stored.arrayBuffer());
};

/** Measures the list, so that its rows are counted and its columns known before any row is staged. */
const measure = async (
	ctx: OrgContext,
	task: OpenTask,
	found: ImportAtWork,
	file: Uint8Array,
): Promise<Result<SliceNews>> => {
	const { heading, columns, rows } = await surveyList(file, found.format);
	if (rows === 0) throw new UnreadableList("noRows");
	const remembered = await findColumnChoices(
		ctx,
		columns.map(({ header }) => headerKeyOf(header)),
	);
	await ctx.db.batch([
		moveImport(ctx, found.id, { from: ["reading"], columns: suggestColumns(columns, remembered), rows }),
		advanceTask(ctx, task, { done: task.done, total: rows, result: { heading } }),
	]);
	return ok("tried");
};

const stage = async (
	ctx: OrgContext,
	task: OpenTask,
	found: ImportAtWork,
	list: OpenList,
	size: number,
): Promise<Result<undefined>> => {
	const rows = await list.take(size);
	if (rows.length === 0) throw new UnreadableList("unreadable");
	const staged = rows.map((row, index) => ({ ...row, position: task.done + index + 1 }));
	const done = task.done + rows.length;
	const isLast = done >= task.total;
	const end = moveImport(ctx, found.id, {
		from: ["reading"],
		onlyIf: taskStandsAt(ctx, task),
		status: "mapping",
		objectKey: null,
	});
	await ctx.db.batch([
		stageRows(ctx, found.id, staged),
		...(isLast ? [end] : []),
		advanceTask(ctx, task, { done, result: task.result }),
	]);
	// why: the file is no longer needed, and holds personal data.
	if (isLast && found.objectKey) await ctx.env.FILES.delete(found.objectKey);
	return ok(undefined);
};

const refuse = async (ctx: OrgContext, { id, objectKey }: ImportAtWork, refusal: string): Promise<Result<never>> => {
	await ctx.db.batch([moveImport(ctx, id, { from: ["reading"], status: "refused", refusal, objectKey: null })]);
	if (objectKey) await ctx.env.FILES.delete(objectKey);
	return fail("invalid", { message: refusal });
};
