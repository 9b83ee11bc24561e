import * as v from "valibot";
import type { OrgContext } from "#worker/context";
import { platformName } from "#worker/contract/payment-platforms";
import { fail, ok } from "#worker/contract/result";
import { capitalised } from "#worker/contract/text/printed-text";
import { localMoments, momentInName } from "#worker/gateways/spreadsheets/local-moments";
import type { Cell } from "#worker/gateways/spreadsheets/sheet-file";
import { xlsxFile } from "#worker/gateways/spreadsheets/xlsx-file";
import { organisationById } from "#worker/services/organisation/queries";
import { exportTransactions, type Transaction } from "#worker/services/transactions/contract";
import { nextExported } from "#worker/services/transactions/export.queries";
import { exportTask } from "#worker/services/transactions/export-transactions";
import type { Job, OpenTask } from "#worker/tasks/job";
import { deletePieces, joinPieces, storePiece, TablePieces } from "#worker/tasks/table-pieces";
import { advanceTask } from "#worker/tasks/task.writes";

const Input = v.object({
	applicationId: v.optional(v.string()),
	statuses: v.optional(v.array(v.string())),
	startAt: v.optional(v.number()),
	endAt: v.optional(v.number()),
});

const State = v.object({ ...TablePieces.entries, last: v.object({ createdAt: v.number(), seq: v.number() }) });

interface Words {
	courseAlias: string;
	moment: ReturnType<typeof localMoments>;
}

const headings = (courseAlias: string): string[] => [
	"Reference",
	"RRR",
	"Payer",
	"Payer's Email",
	"User Account",
	"Application",
	`${capitalised(courseAlias)} code`,
	capitalised(courseAlias),
	"Platform",
	"Status",
	"Currency",
	"Amount",
	"Gateway fee",
	"Total",
	"Reversed",
	"Started",
	"Paid",
	"Items",
];

/** In the units of the currency, as a number that a sheet can add up. */
const inUnits = (minorUnits: number): number => minorUnits / 100;

const cellsOf = (one: Transaction, { moment }: Words): Cell[] => [
	one.reference,
	one.rrr,
	one.name,
	one.email,
	one.username,
	one.application.title,
	one.course?.code ?? null,
	one.course?.title ?? null,
	platformName(one.platform),
	capitalised(one.status),
	one.currency,
	inUnits(one.amount),
	inUnits(one.gatewayCharge),
	inUnits(one.amount + one.gatewayCharge),
	inUnits(one.reversedAmount),
	moment(one.createdAt),
	moment(one.paidAt),
	one.items.flatMap(({ name, amount }) => (amount === 0 ? [] : `${name}: ${inUnits(amount)}`)).join("; "),
];

/** Writes payments into a workbook, a piece for each slice (§7 POST /payments/export). */
export const exportTransactionsJob: Job = {
	type: exportTask,
	readers: exportTransactions.access,
	retry: { access: exportTransactions.access },
	longestDeliveryMs: 15_000,
	prepare: (input) => {
		const asked = v.parse(Input, input);
		return async (ctx: OrgContext, task: OpenTask, size: number) => {
			const [organisation] = await organisationById(ctx.db, ctx.organisationId);
			if (!organisation) return fail("not_found");
			const words = { courseAlias: organisation.courseAlias, moment: localMoments(organisation.timeZone) };
			const parsed = v.safeParse(State, task.result);
			const before = parsed.success ? parsed.output : undefined;
			const { rows, last } = await nextExported(ctx, asked, { below: before?.last ?? null, limit: size });
			if (!last && !before) return fail("no_transactions");
			const cells = rows.map((row) => cellsOf(row, words));
			const pieces = await storePiece(ctx, task, xlsxFile, {
				headings: headings(words.courseAlias),
				rows: cells,
				before,
			});
			if (rows.length === size) {
				const total = Math.max(task.total, pieces.written.rows + 1);
				await ctx.db.batch([advanceTask(ctx, task, { done: pieces.written.rows, total, result: { ...pieces, last } })]);
				return ok(undefined);
			}
			const name = `${task.applicationTitle ?? "Transactions"} ${momentInName(words.moment(ctx.now()))}.xlsx`;
			const joined = await joinPieces(ctx, task, xlsxFile, { ...pieces, fileName: "transactions.xlsx" });
			const done = pieces.written.rows;
			await ctx.db.batch([advanceTask(ctx, task, { done, total: done, result: { ...joined, name } })]);
			await deletePieces(ctx, task);
			return ok(undefined);
		};
	},
};
