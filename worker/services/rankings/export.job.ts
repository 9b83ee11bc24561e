import * as v from "valibot";
import type { OrgContext } from "#worker/context";
import { quotaLabels } from "#worker/contract/ranking/quotas";
import { fail, ok } from "#worker/contract/result";
import { capitalise } from "#worker/contract/text/capitalise";
import { localMoments, momentInName } from "#worker/gateways/spreadsheets/local-moments";
import type { Cell } from "#worker/gateways/spreadsheets/sheet-file";
import { xlsxFile, xlsxFileAfter } from "#worker/gateways/spreadsheets/xlsx-file";
import { zipLimit } from "#worker/gateways/spreadsheets/zip-entry";
import { organisationById } from "#worker/services/organisation/queries";
import {
	type Board,
	type BoardApplicant,
	type BoardList,
	exportRanking,
} from "#worker/services/rankings/board.contract";
import { findRanking, type PlacedApplicant, pageOfPlaces, readBoard } from "#worker/services/rankings/queries";
import { openReasons, readRanking } from "#worker/services/rankings/read-board";
import type { Job, OpenTask } from "#worker/tasks/job";
import { deletePieces, joinPieces, storePiece, TablePieces } from "#worker/tasks/table-pieces";
import { advanceTask } from "#worker/tasks/task.writes";

export const exportRankingTask = "EXPORT_RANKING";

const Input = v.object({ rankingId: v.string() });

/** The lists of a course, in the order of the sheet; who is proposed is among the ranked. */
const lists = ["ranked", "cannotTell", "holds"] as const satisfies readonly BoardList[];
const listNames: Readonly<Record<(typeof lists)[number], string>> = {
	ranked: "Ranked",
	cannotTell: "Cannot tell",
	holds: "Holds a seat",
};

/** The progress: the courses in the order of the sheet, the list that is written, and the place that it has come to. */
const State = v.object({
	...TablePieces.entries,
	courseIds: v.array(v.string()),
	list: v.number(),
	after: v.number(),
});
type Position = Pick<v.InferOutput<typeof State>, "courseIds" | "list" | "after">;

/** why: the forms of a slice are in memory at once. */
const largestSlice = 250;

const inPoints = (hundredths: number | null): Cell => (hundredths === null ? null : hundredths / 100);

/** The courses as the board shows them, each number in a cell of its own. */
const boardSheet = ({ courses }: Board, course: string) => ({
	name: "Board",
	headings: [
		capitalise(course),
		"Seats",
		"Filled",
		"Filled now",
		"Free",
		"Proposed",
		"Proposed for seats of other shares",
		...(courses[0]?.quotas ?? []).flatMap(({ quota }) =>
			["seats", "held", "proposed", "cut-off", "at the cut-off and proposed", "at the cut-off and not proposed"].map(
				(what) => `${quotaLabels[quota]}: ${what}`,
			),
		),
		"Ranked",
		"Cannot tell",
	],
	rows: courses.map((one): Cell[] => [
		one.course.name,
		one.seats,
		one.filled,
		one.filledNow,
		one.free,
		one.proposed,
		one.fallback,
		...one.quotas.flatMap(({ seats, held, proposed, cutOffHundredths, tiedIn, tiedOut }) => [
			seats,
			held,
			proposed,
			inPoints(cutOffHundredths),
			tiedIn,
			tiedOut,
		]),
		one.ranked,
		one.cannotTell,
	]),
});

const headingsOf = ({ parts }: Board, course: string): string[] => [
	capitalise(course),
	"List",
	"Place",
	"Application number",
	"Name",
	"State of origin",
	"Stage",
	"Points",
	"Possible points",
	...parts.map(({ text, weight }) => `${text} (at most ${weight})`),
	"Proposed for",
	"Reason",
	"Tied at the cut-off",
	"Changed since",
	"Answers",
];

const cellsOf = (one: BoardApplicant, courseName: string, list: (typeof lists)[number]): Cell[] => [
	courseName,
	listNames[list],
	one.place,
	one.applicationNumber,
	one.name,
	one.state,
	one.stage,
	inPoints(one.pointsHundredths),
	inPoints(one.mostHundredths),
	...one.parts.map(({ pointsHundredths }) => inPoints(pointsHundredths)),
	one.quota && quotaLabels[one.quota],
	one.reason,
	one.isTied ? "Yes" : null,
	one.isChanged ? "Yes" : null,
	one.parts
		.flatMap(({ because }) => because)
		.map(({ label, answer }) => `${label}: ${answer ?? "not known"}`)
		.join("; "),
];

/** Writes a ranking into a workbook: the board, and a piece of its applicants for each slice. */
export const exportRankingJob: Job = {
	type: exportRankingTask,
	readers: exportRanking.access,
	retry: { access: exportRanking.access },
	// why: reading forms and packing rows is mostly CPU, of which a delivery has 30 seconds.
	longestDeliveryMs: 15_000,
	prepare: (input) => {
		const { rankingId } = v.parse(Input, input);
		let opened: ReturnType<typeof open> | undefined;
		return async (ctx, task, size) => {
			opened ??= open(ctx, rankingId);
			const found = await opened;
			return found.ok ? writeSlice(ctx, task, found.value, Math.min(size, largestSlice)) : found;
		};
	},
};

const open = async (ctx: OrgContext, rankingId: string) => {
	const [ranking, board, [organisation]] = await Promise.all([
		findRanking(ctx, rankingId),
		readRanking(ctx, rankingId),
		organisationById(ctx.db, ctx.organisationId),
	]);
	if (!ranking || !organisation) return fail("not_found");
	if (!board.ok) return board;
	const [rows, explain] = await Promise.all([readBoard(ctx, ranking, { stepIds: [] }), openReasons(ctx, ranking)]);
	return ok({
		ranking,
		board: board.value,
		explain,
		course: organisation.courseAlias,
		timeZone: organisation.timeZone,
		courses: new Map(rows.map((row) => [row.courseId, row] as const)),
	});
};
type Opened = Extract<Awaited<ReturnType<typeof open>>, { ok: true }>["value"];

const writeSlice = async (ctx: OrgContext, task: OpenTask, opened: Opened, size: number) => {
	const { board, course } = opened;
	const parsed = v.safeParse(State, task.result);
	const before = parsed.success ? parsed.output : undefined;
	const start = before ?? { courseIds: [...opened.courses.keys()], list: 0, after: 0 };
	const { rows, position, isOver } = await readRows(ctx, opened, start, size);
	const pieces = await storePiece(ctx, task, xlsxFile, { headings: headingsOf(board, course), rows, before });
	if (pieces.written.plainSize > zipLimit / 2) return fail("export_too_large");
	const done = pieces.written.rows;
	if (!isOver) {
		// why one more: its end is still to come, also where more are left than were counted.
		const total = Math.max(task.total, done + 1);
		await ctx.db.batch([advanceTask(ctx, task, { done, total, result: { ...pieces, ...position } })]);
		return ok("tried" as const);
	}
	const name = `Ranking ${momentInName(localMoments(opened.timeZone)(ctx.now()))}.xlsx`;
	const file = xlsxFileAfter(boardSheet(board, course));
	const joined = await joinPieces(ctx, task, file, { ...pieces, fileName: "ranking.xlsx" });
	await ctx.db.batch([advanceTask(ctx, task, { done: task.total, total: task.total, result: { ...joined, name } })]);
	await deletePieces(ctx, task);
	return ok(undefined);
};

/** Reads the next applicants, from as many lists as it takes. */
const readRows = async (ctx: OrgContext, { ranking, courses, explain }: Opened, start: Position, size: number) => {
	const rows: Cell[][] = [];
	let { list, after } = start;
	for (; list < start.courseIds.length * lists.length && rows.length < size; ) {
		const courseId = start.courseIds[Math.floor(list / lists.length)] ?? "";
		const kind = lists[list % lists.length] ?? "ranked";
		const course = courses.get(courseId);
		const limit = size - rows.length;
		const placed: PlacedApplicant[] = course
			? await pageOfPlaces(ctx, ranking.id, { courseId, list: kind, after, limit })
			: [];
		if (course) for (const one of await explain(course, placed)) rows.push(cellsOf(one, course.title, kind));
		const isListOver = placed.length < limit;
		list += isListOver ? 1 : 0;
		after = isListOver ? 0 : (placed.at(-1)?.place ?? 0);
	}
	const isOver = list >= start.courseIds.length * lists.length;
	return { rows, isOver, position: { courseIds: start.courseIds, list, after } };
};
