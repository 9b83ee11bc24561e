import type { SettlementResult } from "#worker/contract/settlements";
import { formatMoney } from "#worker/contract/text/money";
import type { SettlementLine } from "#worker/services/settlements/read-line";

/** Our payment that a line is about. Amounts in minor units. */
export interface SettledPayment {
	id: string;
	reference: string;
	rrr: string | null;
	providerReference: string | null;
	/** Charges included. */
	total: number;
	currency: string;
	status: "success" | "failed" | "pending";
	paidDay: string | null;
	courseId: string | null;
}

/** A line that was imported or read before, by its reference. */
export interface KnownLine {
	currency: string;
	amount: number;
	fee: number;
	day: string;
}

export interface JudgedLine {
	outcome: SettlementResult | "already_imported" | "wrong";
	reasons: string[];
	/** Our reference where the payment is known, else what the file has. */
	reference: string;
	/** The day that the line counts for. */
	day: string;
	transactionId: string | null;
	/** The file's further names by which a payment is found that learns them later; null for none. */
	rrr: string | null;
	providerReference: string | null;
}

/** A line that was read without faults. */
export type ReadLine = SettlementLine & { amount: number; fee: number };

/** Returns the payment that a line is about; undefined for none, and for several of which it may be any. */
export const onlyOf = (payments: readonly SettledPayment[]): SettledPayment | undefined =>
	payments.length === 1 ? payments[0] : undefined;

/** Returns all names of a line as one, by which it is kept while they are of several payments. */
const nameOfAll = ({ reference, rrr, providerReference }: SettlementLine): string =>
	[reference, rrr, providerReference].filter(Boolean).join(" / ");

/**
 * Returns what names the line: the payment's reference, or the first that the file has; at Remita the RRR.
 * @param payments those that its names lead to
 */
const nameOf = (line: SettlementLine, platform: string, payments: readonly SettledPayment[]): string => {
	if (payments.length > 0) return onlyOf(payments)?.reference ?? nameOfAll(line);
	const { reference, rrr, providerReference } = line;
	return platform === "REMITA" ? rrr || reference || providerReference : reference || providerReference || rrr;
};

/**
 * Returns every name by which the line may be known. why more than one: a line that came before its payment was known has the
 * name of the file, and would be counted twice when it comes again.
 */
export const namesOf = (line: SettlementLine, platform: string, payments: readonly SettledPayment[]): string[] => {
	// why all of them as one: each is of another payment, which may have a line of its own.
	if (payments.length > 1) return [nameOfAll(line)];
	const [payment] = payments;
	const names = [nameOf(line, platform, payments), nameOf(line, platform, []), nameOfAll(line)];
	return [...new Set([...names, payment?.rrr ?? "", payment?.providerReference ?? ""])].filter(Boolean);
};

/**
 * Compares a line with our payment and with what was imported before. The same line again is harmless; another amount by
 * the same reference is not kept, because it would be counted twice.
 */
export const judgeLine = (
	line: ReadLine,
	{
		platform,
		payments,
		known,
	}: { platform: string; payments: readonly SettledPayment[]; known: KnownLine | undefined },
): JudgedLine => {
	const payment = onlyOf(payments);
	const isOfSeveral = payments.length > 1;
	// why our day: the platform may date what it settles, and the day is compared with our payments of it.
	const day = (payment?.status === "success" && payment.paidDay) || line.day;
	const about = {
		reference: nameOf(line, platform, payments),
		day,
		transactionId: payment?.id ?? null,
		rrr: (!isOfSeveral && line.rrr) || null,
		providerReference: (!isOfSeveral && line.providerReference) || null,
	};
	const is = (outcome: JudgedLine["outcome"], ...reasons: string[]): JudgedLine => ({ outcome, reasons, ...about });
	const paid = formatMoney(line.amount, line.currency);
	if (known) {
		const isSame = known.amount === line.amount && known.currency === line.currency && known.fee === line.fee;
		const before = `${formatMoney(known.amount, known.currency)}, fee ${formatMoney(known.fee, known.currency)}`;
		return isSame
			? is("already_imported", "This line was imported before.")
			: is("wrong", `A line by this reference was imported before: ${before}. This one is not kept.`);
	}
	if (isOfSeveral) {
		const references = payments.map(({ reference }) => reference).join(" and ");
		return is("unknown_reference", `Its references are of different payments: ${references}. It is matched with none.`);
	}
	if (!payment) return is("unknown_reference", "No payment here has this reference.");
	if (payment.status !== "success")
		return is("not_successful", `The payment is ${payment.status} here. It is checked with the platform.`);
	if (payment.currency !== line.currency)
		return is("amount_differs", `${payment.currency} was asked for, and ${line.currency} was settled.`);
	if (payment.total !== line.amount)
		return is("amount_differs", `${formatMoney(payment.total, payment.currency)} was asked for, and ${paid} was paid.`);
	return is("matched");
};
