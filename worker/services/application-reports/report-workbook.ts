import { type WriteSheet, writeXlsx } from "hucre/xlsx";
import { capitalised, formatterIn } from "#worker/contract/text/printed-text";

export interface Report {
	institution: string;
	applicationTitle: string;
	courseAlias: string;
	timeZone: string;
	/** UTC milliseconds. */
	asOf: number;
	counts: readonly { stageName: string; courseCode: string; courseTitle: string; applicants: number }[];
	hours: readonly { hour: number; applicants: number }[];
	reasons: readonly { text: string; isPrivate: boolean; stageName: string; applicants: number }[];
}

type Row = (string | number | Date)[];

/** The report as an Excel workbook, a sheet for each way of counting. Texts are texts: none is a formula. */
export const reportWorkbook = (report: Report): Promise<Uint8Array> => {
	const { courseAlias, counts, reasons } = report;
	const total = counts.reduce((sum, { applicants }) => sum + applicants, 0);
	const course = capitalised(courseAlias);
	const sheet = (name: string, headings: string[], rows: Row[]): WriteSheet => ({
		name,
		columns: headings.map((heading, column) => ({ width: widthOf([heading, ...rows.map((row) => row[column])]) })),
		freezePane: { rows: 1 },
		autoFilter: { range: `A1:${"ABCD"[headings.length - 1]}${rows.length + 1}` },
		rows: [headings, ...rows],
	});
	const sheets = [
		sheet(
			"Report",
			[report.applicationTitle, ""],
			[
				["Institution", report.institution],
				["As of", asDate(dayIn(report.timeZone)(report.asOf))],
				["Applicants", total],
			],
		),
		sheet(
			"By stage",
			["Stage", "Applicants"],
			sumBy(counts, ({ stageName }) => [stageName]),
		),
		sheet(
			`By ${courseAlias}`.slice(0, 31).replace(/[\\/?*[\]:]/g, " "),
			["Code", course, "Applicants"],
			sumBy(counts, ({ courseCode, courseTitle }) => [courseCode, courseTitle]),
		),
		sheet(
			`By stage and ${courseAlias}`.slice(0, 31).replace(/[\\/?*[\]:]/g, " "),
			["Stage", "Code", course, "Applicants"],
			counts.map((one) => [one.stageName, one.courseCode, one.courseTitle, one.applicants]),
		),
		sheet("By day", ["Registered", "Applicants"], byDay(report)),
		sheet(
			"Reasons",
			["Reason", "Seen by", "Stage", "Applicants"],
			reasons.map((one) => [one.text, one.isPrivate ? "Staff" : "Staff and applicant", one.stageName, one.applicants]),
		),
	];
	return writeXlsx({ sheets, stringMode: "inline" });
};

const sumBy = <T extends { applicants: number }>(rows: readonly T[], keyOf: (row: T) => string[]): Row[] => {
	const sums = new Map<string, { key: string[]; applicants: number }>();
	for (const row of rows) {
		const key = keyOf(row);
		const before = sums.get(key.join("\n"))?.applicants ?? 0;
		sums.set(key.join("\n"), { key, applicants: before + row.applicants });
	}
	return [...sums.values()].map(({ key, applicants }) => [...key, applicants]);
};

const hourMs = 3_600_000;

const byDay = ({ hours, timeZone }: Report): Row[] => {
	const day = dayIn(timeZone);
	const sums = sumBy(
		hours.map(({ hour, applicants }) => ({ day: day(hour * hourMs), applicants })),
		(one) => [one.day],
	);
	return sums.map(([registered, applicants]) => [asDate(String(registered)), applicants ?? 0]);
};

/** why as if in UTC: a cell has no zone, and shows the local day. */
const asDate = (day: string): Date => new Date(`${day}T00:00:00Z`);

/** Returns the width of a column in characters: of its longest text, within limits. */
const widthOf = (texts: readonly (Row[number] | undefined)[]): number =>
	Math.min(60, Math.max(12, ...texts.map((text) => (text instanceof Date ? 10 : String(text ?? "").length) + 3)));

/** Says on which day a moment is in the organisation's zone: '2026-11-22'. */
const dayIn = (timeZone: string) => {
	const format = formatterIn(timeZone, { year: "numeric", month: "2-digit", day: "2-digit" });
	return (moment: number): string => {
		const parts = Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, value]));
		return `${parts.year}-${parts.month}-${parts.day}`;
	};
};
