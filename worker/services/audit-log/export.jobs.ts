import * as v from "valibot";
import type { OrgContext } from "#worker/context";
import { fail, ok } from "#worker/contract/result";
import { localMoments, momentInName } from "#worker/gateways/spreadsheets/local-moments";
import type { Cell } from "#worker/gateways/spreadsheets/sheet-file";
import { xlsxFile } from "#worker/gateways/spreadsheets/xlsx-file";
import {
	type Activity,
	exportActivities,
	exportModifications,
	type LoggedChange,
} from "#worker/services/audit-log/contract";
import { exportTasks } from "#worker/services/audit-log/export-log";
import {
	selectActivities,
	selectModifications,
	toActivity,
	toModification,
	walkActivities,
	walkModifications,
} from "#worker/services/audit-log/queries";
import { type Period, type Place, readFloor, stretchOf, type Walk } from "#worker/services/audit-log/walk.queries";
import { organisationById } from "#worker/services/organisation/queries";
import type { Job, OpenTask } from "#worker/tasks/job";
import { deletePieces, joinPieces, storePiece, TablePieces } from "#worker/tasks/table-pieces";
import { advanceTask } from "#worker/tasks/task.writes";

const optional = v.optional(v.string());
const Input = v.object({
	filter: v.object({
		username: optional,
		subject: optional,
		on: optional,
		eventStatus: v.optional(v.picklist(["SUCCESS", "FAILED"])),
	}),
	period: v.object({ since: v.number(), before: v.number() }),
});
type Filter = v.InferOutput<typeof Input>["filter"];

const State = v.object({ ...TablePieces.entries, last: v.object({ createdAt: v.number(), seq: v.number() }) });

/** What the institution has entries written with: its time zone, and its word for a course. */
interface Style {
	moment: ReturnType<typeof localMoments>;
	course: string;
}

/** One of the two logs as a table. */
interface LogTable {
	type: string;
	endpoint: typeof exportActivities | typeof exportModifications;
	name: string;
	fileName: string;
	headings: readonly string[];
	walk(ctx: OrgContext, filter: Filter, period: Period): Walk;
	/** Reads the entries of a stretch as cells, with the place of the last. */
	read(
		ctx: OrgContext,
		stretch: ReturnType<typeof stretchOf>,
		style: Style,
	): Promise<{ cells: Cell[][]; last: Place | undefined }>;
}

const lastOf = (rows: readonly Place[]): Place | undefined => {
	const last = rows.at(-1);
	return last && { createdAt: last.createdAt, seq: last.seq };
};

const kinds: Readonly<Record<Activity["by"]["kind"], string>> = {
	staff: "Staff",
	api_key: "API key",
	referee: "Referee",
	system: "System",
};

const activityCells = (one: Activity, moment: Style["moment"]): Cell[] => [
	moment(one.createdAt),
	one.by.name,
	one.by.username,
	kinds[one.by.kind],
	one.what,
	one.subject?.name ?? null,
	one.eventStatus === "SUCCESS" ? "Success" : "Failed",
	one.address,
	one.device,
	one.action,
	one.requestId,
];

const modificationCells = (one: LoggedChange, moment: Style["moment"]): Cell[] => [
	moment(one.createdAt),
	one.by.name,
	one.by.username,
	kinds[one.by.kind],
	one.subject?.name ?? null,
	one.field,
	one.before,
	one.after,
	one.address,
	one.device,
	one.requestId,
];

const activityTable: LogTable = {
	type: exportTasks.activities,
	endpoint: exportActivities,
	name: "Activity log",
	fileName: "activity-log.xlsx",
	headings: [
		"When",
		"Who",
		"Email address",
		"As",
		"What",
		"About",
		"Status",
		"Network address",
		"Browser",
		"Action",
		"Request",
	],
	walk: walkActivities,
	read: async (ctx, stretch, { moment, course }) => {
		const rows = await selectActivities(ctx, stretch);
		return { cells: rows.map((row) => activityCells(toActivity(row, course), moment)), last: lastOf(rows) };
	},
};

const modificationTable: LogTable = {
	type: exportTasks.modifications,
	endpoint: exportModifications,
	name: "Modification log",
	fileName: "modification-log.xlsx",
	headings: [
		"When",
		"Who",
		"Email address",
		"As",
		"About",
		"Field",
		"Before",
		"After",
		"Network address",
		"Browser",
		"Request",
	],
	walk: walkModifications,
	read: async (ctx, stretch, { moment, course }) => {
		const rows = await selectModifications(ctx, stretch);
		return { cells: rows.map((row) => modificationCells(toModification(row, course), moment)), last: lastOf(rows) };
	},
};

/** Writes a log into a workbook, a piece for each slice. */
const exportJob = (log: LogTable): Job => ({
	type: log.type,
	readers: log.endpoint.access,
	retry: { access: log.endpoint.access },
	longestDeliveryMs: 15_000,
	prepare: (input) => {
		const { filter, period } = v.parse(Input, input);
		return async (ctx: OrgContext, task: OpenTask, size: number) => {
			const [organisation] = await organisationById(ctx.db, ctx.organisationId);
			if (!organisation) return fail("not_found");
			const moment = localMoments(organisation.timeZone);
			const parsed = v.safeParse(State, task.result);
			const before = parsed.success ? parsed.output : undefined;
			const walk = log.walk(ctx, filter, period);
			const below = before?.last;
			const [{ cells, last }, floor] = await Promise.all([
				log.read(ctx, stretchOf(ctx, walk, { below, limit: size }), { moment, course: organisation.courseAlias }),
				readFloor(ctx, walk, below),
			]);
			const pieces = await storePiece(ctx, task, xlsxFile, { headings: log.headings, rows: cells, before });
			const further = cells.length === size ? last : floor === undefined ? undefined : { createdAt: floor, seq: 0 };
			if (further) {
				const done = pieces.written.rows;
				const total = Math.max(task.total, done + 1);
				await ctx.db.batch([advanceTask(ctx, task, { done, total, result: { ...pieces, last: further } })]);
				return ok("tried");
			}
			if (pieces.written.rows === 0) return fail("log_empty");
			const name = `${log.name} ${momentInName(moment(ctx.now()))}.xlsx`;
			const joined = await joinPieces(ctx, task, xlsxFile, { ...pieces, fileName: log.fileName });
			const done = pieces.written.rows;
			await ctx.db.batch([advanceTask(ctx, task, { done, total: done, result: { ...joined, name } })]);
			await deletePieces(ctx, task);
			return ok(undefined);
		};
	},
});

export const exportLogJobs: readonly Job[] = [activityTable, modificationTable].map(exportJob);
