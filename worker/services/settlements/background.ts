import * as v from "valibot";
import type { OrgContext } from "#worker/context";
import type { ExceptionKind } from "#worker/contract/payment-exceptions";
import { formatDateInput } from "#worker/contract/text/dates";
import { formatMoney } from "#worker/contract/text/money";
import type { Condition } from "#worker/database/commit";
import type { Background } from "#worker/feature-background";
import { findImportAtWork, type ImportAtWork } from "#worker/imports/imports.queries";
import { type CarriedRow, type CheckedRow, writeCarriedOut, writeChecked } from "#worker/imports/imports.writes";
import { readListJob } from "#worker/imports/read-list.job";
import { rowsJob } from "#worker/imports/rows-job";
import { organisationById } from "#worker/services/organisation/queries";
import { writers } from "#worker/services/settlements/contract";
import { keptOutcomes, StoredLine, settlementTasks } from "#worker/services/settlements/files";
import {
	type JudgedLine,
	judgeLine,
	type KnownLine,
	namesOf,
	onlyOf,
	type ReadLine,
	type SettledPayment,
} from "#worker/services/settlements/judge-line";
import { findEarlierRows, findImported, findSettled } from "#worker/services/settlements/lines.queries";
import { fieldOfHeading, nameColumns, readLine, type SettlementLine } from "#worker/services/settlements/read-line";
import { insertLines, isAsCompared, type NewLine } from "#worker/services/settlements/writes";
import { settledSubject, writeExceptions } from "#worker/services/transactions/exception.writes";
import { makeManyDue, writeLedgerLines } from "#worker/services/transactions/ledger.writes";

const stored = (line: SettlementLine, judged?: JudgedLine) =>
	({
		reference: judged?.reference ?? (line.reference || line.rrr || line.providerReference),
		ownReference: line.reference,
		rrr: line.rrr,
		providerReference: line.providerReference,
		day: judged?.day ?? line.day,
		currency: line.currency,
		amount: line.amount === null ? "" : String(line.amount),
		fee: line.fee === null ? "" : String(line.fee),
		transactionId: judged?.transactionId ?? "",
	}) satisfies StoredLine;

const isKept = (outcome: string | null): outcome is (typeof keptOutcomes)[number] =>
	keptOutcomes.some((one) => one === outcome);

/** Reads a settlement file and matches its rows with the payments as it does. */
const readSettlementJob = readListJob({
	type: settlementTasks.read,
	access: writers,
	ends: "ready",
	fieldOf: (heading, { platform }) => fieldOfHeading(heading, platform ?? ""),
	nameColumns: async (_, columns, { platform }) => nameColumns(columns, platform ?? ""),
	check: async (ctx, task, found, rows) => {
		const platform = found.platform ?? "";
		const [organisation] = await organisationById(ctx.db, ctx.organisationId);
		const timeZone = organisation?.timeZone ?? "UTC";
		const reading = { platform, timeZone, today: formatDateInput(ctx.now(), timeZone) };
		const read = rows.map((row) => ({ ...row, ...readLine(row.cells, found.columns ?? [], reading) }));
		const lines = read.map(({ line }) => line);
		const { paymentsOf, known } = await lookUp(ctx, platform, lines, found);
		const checked = read.map(({ position, line, faults }): CheckedRow => {
			const { amount, fee } = line;
			if (faults.length > 0 || amount === null || fee === null)
				return { position, outcome: "wrong", reasons: faults, data: { ...stored(line) } };
			const judged = judgeAndRemember({ ...line, amount, fee }, { platform, paymentsOf, known });
			const { outcome, reasons } = judged;
			const key = isKept(outcome) ? judged.reference : null;
			return { position, outcome, reasons, data: { ...stored(line, judged) }, key };
		});
		return {
			results: checked.map(({ outcome }) => outcome ?? ""),
			writes: [writeChecked(ctx, task, found.id, checked)],
		};
	},
});

interface LookedUp {
	paymentsOf(line: SettlementLine): SettledPayment[];
	/** Lines that were imported before, or are in earlier rows, by their reference. */
	known: Map<string, KnownLine>;
	/** All that have any of the names. */
	named: SettledPayment[];
}

/** Reads what lines are compared with. @param earlierIn the file whose earlier rows count too */
const lookUp = async (
	ctx: OrgContext,
	platform: string,
	lines: readonly SettlementLine[],
	earlierIn?: Pick<ImportAtWork, "id">,
): Promise<LookedUp> => {
	const { named, paymentsOf } = await findSettled(ctx, platform, lines);
	const names = lines.flatMap((line) => namesOf(line, platform, paymentsOf(line)));
	const payments = lines.flatMap(paymentsOf);
	const [imported, earlier] = await Promise.all([
		findImported(ctx, platform, { references: names, payments }),
		earlierIn ? findEarlierRows(ctx, earlierIn.id, names) : new Map<string, KnownLine>(),
	]);
	return { named, paymentsOf, known: new Map([...earlier, ...imported]) };
};

/** Judges a line; the next one by the same reference finds it. */
const judgeAndRemember = (
	line: ReadLine,
	{ platform, paymentsOf, known }: Omit<LookedUp, "named"> & { platform: string },
): JudgedLine => {
	const payments = paymentsOf(line);
	const before = namesOf(line, platform, payments).find((name) => known.has(name));
	const judged = judgeLine(line, { platform, payments, known: known.get(before ?? "") });
	if (isKept(judged.outcome)) known.set(judged.reference, line);
	return judged;
};

/** What the desk is to look at, by the result of a line. */
const exceptionOf = (
	{ outcome }: JudgedLine,
	line: ReadLine,
	payment: SettledPayment | undefined,
): ExceptionKind | undefined => {
	if (outcome === "not_successful") return "paid_but_pending";
	if (outcome === "unknown_reference") return "unknown_reference";
	if (outcome !== "amount_differs") return undefined;
	return payment && payment.currency !== line.currency ? "currency_differs" : "amount_differs";
};

const subjectOf = (kind: ExceptionKind, transactionId: string | null): string | null =>
	transactionId !== null && kind !== "paid_but_pending" ? settledSubject(transactionId) : transactionId;

/** Keeps the lines. Each is matched anew: payments and other files may have come since the preview. */
const addSettlementJob = rowsJob({
	type: settlementTasks.add,
	access: writers,
	find: findImportAtWork,
	during: "adding",
	ends: ({ now }) => ({ status: "added", addedAt: now() }),
	counted: [...keptOutcomes, "already_imported", "wrong", "added"],
	work: async (ctx, task, found, staged) => {
		const platform = found.platform ?? "";
		const rows = staged.map(({ outcome, data, ...row }) => ({ ...row, outcome, line: lineOf(outcome, data) }));
		const lines = rows.flatMap(({ line }) => line ?? []);
		const { named, paymentsOf, known } = await lookUp(ctx, platform, lines);
		// why: a payment that is paid, or booked, in this moment would leave its line unmatched.
		const isSame = isAsCompared(ctx, task, { platform, lines, named });
		const news = newsOf(ctx, { platform, fileName: found.fileName });
		const [checked, carried, results]: [CheckedRow[], CarriedRow[], (string | null)[]] = [[], [], []];
		for (const { position, rowNumber, outcome, line } of rows) {
			const judged = line && judgeAndRemember(line, { platform, paymentsOf, known });
			results.push(judged?.outcome ?? outcome);
			if (!line || !judged) continue;
			const payment = onlyOf(paymentsOf(line));
			const { reasons } = judged;
			const key = isKept(judged.outcome) ? judged.reference : null;
			checked.push({ position, outcome: judged.outcome, reasons, data: { ...stored(line, judged) }, key });
			if (!isKept(judged.outcome)) continue;
			results.push("added");
			carried.push({ position, state: "added", reasons, isDone: judged.outcome === "matched" });
			news.add({ ...line, ...judged, result: judged.outcome, rowNumber }, exceptionOf(judged, line, payment), payment);
		}
		return {
			results,
			writes: [
				writeChecked(ctx, task, found.id, checked, isSame),
				writeCarriedOut(ctx, task, found.id, carried, isSame),
				...news.writes(found.id, isSame),
			],
			holds: { before: isSame, after: isSame },
		};
	},
	eventOf: ({ id: importId, fileName, platform }, counts) => {
		const { matched = 0, added = 0, already_imported: known = 0, wrong = 0 } = counts;
		return {
			type: "settlements.imported",
			payload: {
				importId,
				fileName,
				platform: platform ?? "",
				matched,
				unmatched: added - matched,
				left: known + wrong,
			},
		};
	},
});

/** Returns the line of a row that can be kept; rows that were imported before are looked at again too. */
const lineOf = (outcome: string | null, data: unknown): ReadLine | undefined => {
	const read = outcome === "wrong" ? undefined : v.safeParse(StoredLine, data);
	if (!read?.success) return undefined;
	const { reference, ownReference = reference, amount, fee, ...line } = read.output;
	return { ...line, reference: ownReference, amount: Number(amount), fee: Number(fee) };
};

/** Collects what the lines of a slice write: themselves, the ledger, exceptions, and payments to check. */
const newsOf = (ctx: OrgContext, { platform, fileName }: { platform: string; fileName: string }) => {
	const lines: NewLine[] = [];
	const ledger: Parameters<typeof writeLedgerLines>[1]["lines"][number][] = [];
	const exceptions: Parameters<typeof writeExceptions>[1][number][] = [];
	const toCheck: string[] = [];
	return {
		add: (
			line: NewLine & { reasons: readonly string[] },
			kind: ExceptionKind | undefined,
			payment: SettledPayment | undefined,
		) => {
			const { reasons, ...kept } = line;
			const { reference, rrr, providerReference, transactionId, amount, fee, currency, result, rowNumber } = kept;
			lines.push(kept);
			const [first = ""] = reasons;
			const settled = `${formatMoney(amount, currency)} was settled, less a fee of ${formatMoney(fee, currency)}`;
			ledger.push({
				id: ctx.newId(),
				transactionId,
				platform,
				key: `settlement ${reference}`,
				exchanges: [],
				says: null,
				outcome: result === "matched" ? "settled" : result,
				note: `${settled}: row ${rowNumber} of ${fileName}.${first && ` ${first}`}`,
			});
			if (result === "not_successful" && transactionId) toCheck.push(transactionId);
			if (kind)
				exceptions.push({
					id: ctx.newId(),
					kind,
					subject: subjectOf(kind, transactionId) ?? `${platform} ${reference}`,
					transactionId,
					platform,
					reference,
					rrr,
					providerReference,
					courseId: payment?.courseId ?? null,
					amount,
					currency,
					reason: `${first} Row ${rowNumber} of ${fileName}.`,
				});
		},
		writes: (importId: string, onlyIf: Condition) => [
			...(lines.length > 0 ? [insertLines(ctx, { importId, platform, lines }, onlyIf)] : []),
			...(ledger.length > 0
				? [writeLedgerLines(ctx, { source: "settlement", actor: ctx.actor, lines: ledger }, onlyIf)]
				: []),
			...(exceptions.length > 0 ? [writeExceptions(ctx, exceptions, onlyIf)] : []),
			...(toCheck.length > 0 ? [makeManyDue(ctx, toCheck, onlyIf)] : []),
		],
	};
};

export const settlementsBackground: Background = { jobs: [readSettlementJob, addSettlementJob] };
