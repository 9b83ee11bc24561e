import * as v from "valibot";
import type { OrgContext } from "#worker/context";
import type { ImportColumn } from "#worker/contract/imports";
import type { Permission } from "#worker/contract/permissions";
import { fail, ok, type Result } from "#worker/contract/result";
import type { Write } from "#worker/database/commit";
import { type SheetRow, UnreadableList } from "#worker/gateways/spreadsheets/list-limits";
import { type ListFormat, readListRows } from "#worker/gateways/spreadsheets/read-list";
import { ImportTaskInput } from "#worker/imports/import-task";
import { findImportAtWork, type ImportAtWork } from "#worker/imports/imports.queries";
import { type ImportValues, moveImport, stageRows } from "#worker/imports/imports.writes";
import type { Job, OpenTask, RunSlice, SliceNews } from "#worker/tasks/job";
import { advanceTask, completeTask, taskStandsAt } from "#worker/tasks/task.writes";

/** The result of the task after the first pass over the file: the rows above the heading, and the counts of the check. */
const Surveyed = v.object({ heading: v.number(), counts: v.optional(v.record(v.string(), v.number()), {}) });
type Surveyed = v.InferOutput<typeof Surveyed>;

const maxSlice = 500;

/** A row as it is staged: its place in the list, and its texts by column. */
export interface ReadRow extends SheetRow {
	position: number;
}

interface ReadListJob {
	type: string;
	/** Privileges, any of which the user needs to try again. */
	access: readonly Permission[];
	/** Returns the field that a heading names. The row with most of them is the heading. */
	fieldOf(header: string, found: Pick<ImportAtWork, "platform">): string | undefined;
	/** Says what each column is, or why the list is refused. */
	nameColumns(
		ctx: OrgContext,
		columns: readonly Column[],
		found: Pick<ImportAtWork, "platform">,
	): Promise<ImportColumn[] | { refusal: string }>;
	/** What the import becomes when all rows are staged. */
	ends: ImportValues["status"];
	/** Checks rows while they are staged; without it, a task of its own does. */
	check?(
		ctx: OrgContext,
		task: OpenTask,
		found: ImportAtWork,
		rows: readonly ReadRow[],
	): Promise<{ results: readonly string[]; writes: readonly Write[] }>;
}

type Column = Pick<ImportColumn, "header" | "samples">;

/** Reads an uploaded list into staged rows: one pass to measure it, then slice by slice. */
export const readListJob = (kind: ReadListJob): Job => ({
	type: kind.type,
	retry: { access: kind.access },
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
				if (!survey.success) return await measure(ctx, kind, task, found, await file);
				if (list?.at() !== task.done) {
					await list?.close();
					list = await openList(await file, found.format, { heading: survey.output.heading, taken: task.done });
				}
				return await stage(ctx, kind, task, found, list, { size: Math.min(size, maxSlice), survey: survey.output });
			} catch (error) {
				if (!(error instanceof UnreadableList)) throw error;
				return refuse(ctx, found, error.refusal);
			}
		};
		run.close = async () => list?.close();
		return run;
	},
});

const fileOf = async ({ env }: OrgContext, { objectKey }: ImportAtWork): Promise<Uint8Array> => {
	const stored = objectKey === null ? null : await env.FILES.get(objectKey);
	if (!stored) throw new UnreadableList("unreadable");
	return new Uint8Array(await stored.arrayBuffer());
};

/** Measures the list, so that its rows are counted and its columns known before any row is staged. */
const measure = async (
	ctx: OrgContext,
	kind: ReadListJob,
	task: OpenTask,
	found: ImportAtWork,
	file: Uint8Array,
): Promise<Result<SliceNews>> => {
	const fieldOf = (header: string) => kind.fieldOf(header, found);
	const { heading, columns: read, rows } = await surveyList(file, found.format, fieldOf);
	if (rows === 0) throw new UnreadableList("noRows");
	const columns = await kind.nameColumns(ctx, read, found);
	if ("refusal" in columns) return refuse(ctx, found, columns.refusal);
	await ctx.db.batch([
		moveImport(ctx, found.id, { from: ["reading"], columns, rows }),
		advanceTask(ctx, task, { done: task.done, total: rows, result: { heading } }),
	]);
	return ok("tried");
};

const stage = async (
	ctx: OrgContext,
	kind: ReadListJob,
	task: OpenTask,
	found: ImportAtWork,
	list: OpenList,
	{ size, survey }: { size: number; survey: Surveyed },
): Promise<Result<undefined>> => {
	const rows = await list.take(size);
	if (rows.length === 0) throw new UnreadableList("unreadable");
	const staged = rows.map((row, index) => ({ ...row, position: task.done + index + 1 }));
	const { results = [], writes = [] } = (await kind.check?.(ctx, task, found, staged)) ?? {};
	const counts = { ...survey.counts };
	for (const result of results) counts[result] = (counts[result] ?? 0) + 1;
	const done = task.done + rows.length;
	const isLast = done >= task.total;
	const end = moveImport(ctx, found.id, {
		from: ["reading"],
		onlyIf: taskStandsAt(ctx, task),
		status: kind.ends,
		objectKey: null,
		...(kind.check && { counts }),
	});
	await ctx.db.batch([
		stageRows(ctx, found.id, staged),
		...writes,
		...(isLast ? [end] : []),
		advanceTask(ctx, task, { done, result: { ...survey, counts } }),
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

type FieldOf = (header: string) => string | undefined;

/** The heading is one of this many first rows. */
const firstRows = 12;
const sampledRows = 200;
const samplesPerColumn = 3;

/** Reads a list once to find its heading, its columns and how many rows are below. @throws UnreadableList */
const surveyList = async (file: Uint8Array, format: ListFormat, fieldOf: FieldOf) => {
	const sample: string[][] = [];
	let [rows, width] = [0, 0];
	for await (const { cells } of readListRows(file, format)) {
		if (rows < sampledRows) sample.push(cells);
		width = Math.max(width, cells.findLastIndex((text) => text !== "") + 1);
		rows++;
	}
	const heading = headingAmong(sample.slice(0, firstRows), fieldOf);
	const below = sample.slice(heading + 1);
	const columns = Array.from({ length: width }, (_, index) => ({
		header: sample[heading]?.[index] || `Column ${index + 1}`,
		samples: [...new Set(below.map((cells) => cells[index] ?? ""))].filter(Boolean).slice(0, samplesPerColumn),
	}));
	return { heading, columns, rows: Math.max(0, rows - heading - 1) };
};

/** Returns which of the first rows is the heading: the one with the most known headings. */
export const headingAmong = (rows: readonly (readonly string[])[], fieldOf: FieldOf): number => {
	const known = rows.map((cells) => new Set(cells.map(fieldOf).filter((field) => field !== undefined)).size);
	const most = Math.max(0, ...known);
	if (most >= 2) return known.indexOf(most);
	return Math.max(
		0,
		rows.findIndex((cells) => cells.filter((text) => text !== "").length >= 2),
	);
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
