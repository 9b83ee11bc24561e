import { writeXlsx } from "hucre/xlsx";
import type { BookedPayment } from "./books.ts";
import { type FakeReply, json, lagosTime } from "./calls.ts";

const headings = [
	"Reference",
	"RRR",
	"Provider reference",
	"Paid at",
	"Currency",
	"Amount",
	"Fee",
	"Settled",
	"Channel",
];

const major = (minor: number) => `${Math.trunc(minor / 100)}.${String(minor % 100).padStart(2, "0")}`;

const rowOf = (payment: BookedPayment): string[] => {
	const { reference, rrr, providerReference, paidAt, currency, amount, paidAmount, fee, channel } = payment;
	const paid = paidAmount ?? amount;
	return [
		reference,
		rrr ?? "",
		providerReference ?? "",
		lagosTime(paidAt ?? 0).replace("T", " "),
		currency,
		major(paid),
		major(fee ?? 0),
		major(Math.max(0, paid - (fee ?? 0))),
		channel ?? "",
	];
};

const csvCell = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Returns what a provider settles for the payments of one day in Lagos, as CSV or as an Excel workbook. */
export const settlementFile = async (
	payments: readonly BookedPayment[],
	{ day, format }: { day: string; format: string },
): Promise<FakeReply> => {
	if (!/^\d{4}-\d\d-\d\d$/.test(day)) return json(400, { message: "day must be YYYY-MM-DD" });
	const rows = payments
		.filter(({ status, paidAt }) => status === "success" && paidAt !== null && lagosTime(paidAt).startsWith(day))
		.sort((left, right) => (left.paidAt ?? 0) - (right.paidAt ?? 0))
		.map(rowOf);
	const attachment = (extension: string) => ({
		"content-disposition": `attachment; filename="settlement-${day}.${extension}"`,
	});
	if (format === "xlsx") {
		const body = await writeXlsx({ sheets: [{ name: "Settlement", rows: [headings, ...rows] }] });
		const type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
		return { status: 200, headers: { "content-type": type, ...attachment("xlsx") }, body };
	}
	const lines = [headings, ...rows].map((row) => row.map(csvCell).join(","));
	return {
		status: 200,
		headers: { "content-type": "text/csv; charset=utf-8", ...attachment("csv") },
		body: `${lines.join("\r\n")}\r\n`,
	};
};
