import * as v from "valibot";
import type { OrgContext } from "#worker/context";
import type { FormLayout } from "#worker/contract/forms/form-schema";
import { fail, ok, type Result } from "#worker/contract/result";
import { csvFile } from "#worker/gateways/spreadsheets/csv-file";
import { localMoments, momentInName } from "#worker/gateways/spreadsheets/local-moments";
import type { Cell, SheetFile } from "#worker/gateways/spreadsheets/sheet-file";
import { xlsxFile } from "#worker/gateways/spreadsheets/xlsx-file";
import { zipLimit } from "#worker/gateways/spreadsheets/zip-entry";
import { exportCandidates, maxExported, NewExport } from "#worker/services/exports/contract";
import { exportTask, findSource } from "#worker/services/exports/export-candidates";
import { type Column, cellsOf, columnsOf, subjectsOf, withSubjects } from "#worker/services/exports/export-columns";
import {
	type ExportedAnswers,
	type ExportSource,
	findLayout,
	nextExported,
	readExported,
	readExportedAnswers,
	readExportLayouts,
} from "#worker/services/exports/queries";
import { maxSubjects, mergeSubjects, type Subject } from "#worker/services/exports/subject-columns";
import { writeSearch } from "#worker/services/exports/writes";
import { revealAnswers } from "#worker/services/forms/contract";
import { organisationById } from "#worker/services/organisation/queries";
import type { Job, OpenTask, RunSlice, SliceNews } from "#worker/tasks/job";
import { deletePieces, joinPieces, storePiece, TablePieces } from "#worker/tasks/table-pieces";
import { advanceTask } from "#worker/tasks/task.writes";

/** The most bytes of answers that one slice reads, unless a single applicant has more. */
const maxAnswerBytes = 500_000;

/** The subjects that have columns. */
const Subjects = v.array(v.tuple([v.string(), v.number(), v.string()]));

/** The progress of the file: its pieces in the store, and where the next one starts. */
const State = v.object({
	/** The `seq` of the last applicant in the file. */
	last: v.number(),
	...TablePieces.entries,
	subjects: v.optional(Subjects, []),
});
type State = v.InferOutput<typeof State>;

/** The progress of the search for subjects, which comes before the file: its heading names them all. */
const Search = v.object({
	search: v.object({ last: v.optional(v.number()), isOver: v.boolean(), subjects: Subjects }),
});
type Search = v.InferOutput<typeof Search>["search"];

/**
 * Writes applicants into a file (§7 POST /candidate-export): each slice puts one piece into the store, recorded in
 * the commit that counts its rows; the last joins them. A delivery after a crash continues with the next piece.
 */
export const exportCandidatesJob: Job = {
	type: exportTask,
	readers: exportCandidates.access,
	readersOf: (given) => (v.parse(NewExport, given).isClear ? revealAnswers.access : exportCandidates.access),
	retry: { access: exportCandidates.access },
	// why: reading forms and packing rows is mostly CPU, of which a delivery has 30 seconds.
	longestDeliveryMs: 15_000,
	prepare: (given) => {
		const input = v.parse(NewExport, given);
		let opened: ReturnType<typeof openExport> | undefined;
		const run: RunSlice = async (ctx, task, size) => {
			opened ??= openExport(ctx, input);
			const found = await opened;
			if (!found.ok) return found;
			const search = searchOf(task, found.value);
			return search.isOver
				? writeSlice(ctx, task, found.value, { size, subjects: search.subjects })
				: searchSlice(ctx, task, found.value, { size, search });
		};
		return run;
	},
};

interface Export {
	input: NewExport;
	source: ExportSource;
	columns: readonly Column[];
	file: SheetFile;
	say: ReturnType<typeof localMoments>;
	layoutOf: (answers: ExportedAnswers) => Promise<FormLayout>;
}

const openExport = async (ctx: OrgContext, input: NewExport): Promise<Result<Export>> => {
	const [source, layouts, [organisation]] = await Promise.all([
		findSource(ctx, input),
		readExportLayouts(ctx, input.applicationId),
		organisationById(ctx.db, ctx.organisationId),
	]);
	if (!source.ok) return source;
	if (!organisation) return fail("not_found");
	const all = new Map(columnsOf(layouts, organisation.courseAlias).map((column) => [column.id, column]));
	const read = new Map<string, Promise<FormLayout>>();
	return ok({
		input,
		source: source.value,
		columns: input.columns.flatMap((id) => all.get(id) ?? []),
		file: input.format === "csv" ? csvFile : xlsxFile,
		say: localMoments(organisation.timeZone),
		layoutOf: (answers) => {
			const key = `${answers.formDesignId} ${answers.designVersion}`;
			const layout = read.get(key) ?? findLayout(ctx, answers);
			read.set(key, layout);
			return layout;
		},
	});
};

/** Returns how far the search for subjects is; it is over where no column has subjects, and once the file has begun. */
const searchOf = (task: OpenTask, { columns }: Export): Search => {
	const begun = v.safeParse(State, task.result);
	if (begun.success) return { isOver: true, subjects: begun.output.subjects };
	const searched = v.safeParse(Search, task.result);
	if (searched.success) return searched.output.search;
	return { isOver: !columns.some((column) => column.kind === "answer" && column.hasSubjects), subjects: [] };
};

/** Collects the subjects of the next applicants. */
const searchSlice = async (
	ctx: OrgContext,
	task: OpenTask,
	{ source, columns, layoutOf }: Export,
	{ size, search }: { size: number; search: Search },
): Promise<Result<SliceNews>> => {
	const next = await nextExported(ctx, source, { below: search.last, limit: size + 1 });
	const slice = next.slice(0, fitting(next.slice(0, size)));
	const wanted = new Set(columns.flatMap((column) => (column.kind === "answer" ? column.fieldId : [])));
	const found: Subject[] = [];
	for (const answers of (await readAnswersOf(ctx, slice)).values())
		found.push(...subjectsOf({ ...answers, layout: await layoutOf(answers) }));
	const subjects = mergeSubjects(
		search.subjects,
		found.filter(([fieldId]) => wanted.has(fieldId)),
	).slice(0, maxSubjects);
	const isOver = next.length === slice.length;
	const last = slice.at(-1)?.seq ?? search.last;
	const state = { search: { ...(last === undefined ? {} : { last }), isOver, subjects } };
	await ctx.db.batch([writeSearch(ctx, task, { before: search.last, state })]);
	return ok("tried");
};

const readAnswersOf = async (ctx: OrgContext, slice: readonly { seq: number }[]) => {
	const applicants = await readExported(
		ctx,
		slice.map(({ seq }) => seq),
	);
	const forms = applicants.flatMap(({ submissionId }) => submissionId ?? []);
	return forms.length > 0 ? readExportedAnswers(ctx, forms) : new Map<string, ExportedAnswers>();
};

const writeSlice = async (
	ctx: OrgContext,
	task: OpenTask,
	chosen: Export,
	{ size, subjects }: { size: number; subjects: readonly Subject[] },
): Promise<Result<undefined>> => {
	const opened = { ...chosen, columns: withSubjects(chosen.columns, subjects) };
	const parsed = v.safeParse(State, task.result);
	const before = parsed.success ? parsed.output : undefined;
	const hasAnswers = opened.columns.some(({ kind }) => kind !== "record");
	// why one more: it shows whether this is the last slice.
	const next = await nextExported(ctx, opened.source, { below: before?.last, limit: size + 1 });
	const slice = next.slice(0, hasAnswers ? fitting(next.slice(0, size)) : size);
	const rows = await rowsOf(ctx, opened, slice, hasAnswers);
	const headings = opened.columns.map(({ label }) => label);
	if (rows.length === 0 && !before) return fail("nothing_to_export");
	const pieces = await storePiece(ctx, task, opened.file, { headings, rows, before });
	const { written } = pieces;
	if (written.rows > maxExported || written.plainSize > zipLimit / 2) return fail("export_too_large");
	const last = slice.at(-1)?.seq ?? before?.last ?? 0;
	const state: State = { last, ...pieces, subjects: subjects.map(([...subject]) => subject) };
	if (next.length === slice.length) return endWithFile(ctx, task, opened, state);
	const total = Math.max(task.total, written.rows + 1);
	await ctx.db.batch([advanceTask(ctx, task, { done: written.rows, total, result: state })]);
	return ok(undefined);
};

/** Returns how many applicants fit into a slice, at least one. */
const fitting = (next: readonly { bytes: number }[]): number => {
	let bytes = 0;
	const tooMany = next.findIndex((one) => {
		bytes += one.bytes;
		return bytes > maxAnswerBytes;
	});
	return tooMany === -1 ? next.length : Math.max(1, tooMany);
};

const rowsOf = async (
	ctx: OrgContext,
	{ columns, say, layoutOf, input: { isClear } }: Export,
	slice: readonly { seq: number }[],
	hasAnswers: boolean,
): Promise<Cell[][]> => {
	const applicants = await readExported(
		ctx,
		slice.map(({ seq }) => seq),
	);
	const forms = hasAnswers ? applicants.flatMap(({ submissionId }) => submissionId ?? []) : [];
	const answers = forms.length > 0 ? await readExportedAnswers(ctx, forms) : undefined;
	const rows: Cell[][] = [];
	for (const applicant of applicants) {
		const found = answers?.get(applicant.submissionId ?? "");
		rows.push(cellsOf(columns, applicant, found && { ...found, isClear, layout: await layoutOf(found) }, say));
	}
	return rows;
};

const endWithFile = async (
	ctx: OrgContext,
	task: OpenTask,
	{ file, input, source, say }: Export,
	{ files, written }: State,
): Promise<Result<undefined>> => {
	const joined = await joinPieces(ctx, task, file, { files, written, fileName: `applicants.${input.format}` });
	const result = {
		...joined,
		// why the time: two exports of a day are two files.
		name: `${task.applicationTitle ?? "Applicants"} ${momentInName(say(ctx.now()))}.${input.format}`,
		leftOut: "ids" in source ? source.ids.length - written.rows : 0,
	};
	await ctx.db.batch([advanceTask(ctx, task, { done: written.rows, total: written.rows, result })]);
	await deletePieces(ctx, task);
	return ok(undefined);
};
