import * as v from "valibot";
import type { OrgContext } from "#worker/context";
import { fail, ok, type Result } from "#worker/contract/result";
import { type SheetRow, UnreadableList } from "#worker/gateways/spreadsheets/list-limits";
import { type ListFormat, readListRows } from "#worker/gateways/spreadsheets/read-list";
import { ImportTaskInput, importTasks } from "#worker/services/uploaded-candidates/import-task";
import { importWriters } from "#worker/services/uploaded-candidates/imports.contract";
import {
	findColumnChoices,
	findImportAtWork,
	type ImportAtWork,
} from "#worker/services/uploaded-candidates/imports.queries";
import { moveImport, stageRows } from "#worker/services/uploaded-candidates/imports.writes";
import { headerKeyOf, headingAmong, suggestColumns } from "#worker/services/uploaded-candidates/suggest-columns";
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

/** The heading is one of this many first rows. */
const firstRows = 12;
const sampledRows = 200;
const samplesPerColumn = 3;

/** Reads a list once to find its heading, its columns and how many rows are below. @throws UnreadableList */
const surveyList = async (file: Uint8Array, format: ListFormat) => {
	const sample: string[][] = [];
	let [rows, width] = [0, 0];
	for await (const { cells } of readListRows(file, format)) {
		if (rows < sampledRows) sample.push(cells);
		width = Math.max(width, cells.findLastIndex((text) => text !== "") + 1);
		rows++;
	}
	const heading = headingAmong(sample.slice(0, firstRows));
	const below = sample.slice(heading + 1);
	const columns = Array.from({ length: width }, (_, index) => ({
		header: sample[heading]?.[index] || `Column ${index + 1}`,
		samples: [...new Set(below.map((cells) => cells[index] ?? ""))].filter(Boolean).slice(0, samplesPerColumn),
	}));
	return { heading, columns, rows: Math.max(0, rows - heading - 1) };
};

/** The most characters of rows that are read together. why: one statement stages them. */
const longestTake = 400_000;

/** Opens a list after its heading and the `taken` rows; `at` counts the taken ones. @throws UnreadableList */
const openList = async (
	file: Uint8Array,
	format: ListFormat,
	{ heading, taken }: { heading: number; taken: number },
) => {
	const rows = readListRows(file, format);
	for (let skipped = 0; skipped < heading + 1 + taken; skipped++) await rows.next();
	let at = taken;
	return {
		at: () => at,
		/** Reads the next rows: at most this many, and fewer when they are long. */
		take: async (limit: number): Promise<SheetRow[]> => {
			const some: SheetRow[] = [];
			let length = 0;
			while (some.length < limit && length < longestTake) {
				const { value, done } = await rows.next();
				if (done) break;
				some.push(value);
				length += value.cells.reduce((sum, text) => sum + text.length + 3, 0);
			}
			at += some.length;
			return some;
		},
		close: async () => {
			await rows.return(undefined);
		},
	};
};
type OpenList = Awaited<ReturnType<typeof openList>>;
