import { type WriteSheet, writeXlsx } from "hucre/xlsx";
import type { OrgContext } from "#worker/context";
import { fail, ok } from "#worker/contract/result";
import { describeStageType } from "#worker/contract/stage-types";
import { formatDate } from "#worker/contract/text/dates";
import { daysInWords } from "#worker/contract/text/days-in-words";
import { formatMoney } from "#worker/contract/text/money";
import { capitalised } from "#worker/contract/text/printed-text";
import { isBound } from "#worker/database/scope";
import { contentWidth, type PdfDocument, type PdfNode } from "#worker/gateways/pdf/content";
import { letterhead } from "#worker/gateways/pdf/letterhead";
import { readStoredPicture } from "#worker/gateways/pdf/read-picture";
import { renderPdf } from "#worker/gateways/pdf/render-pdf";
import { findApplicationTitle } from "#worker/services/applications/queries";
import { type DashboardStatistics, maxRows, type StatisticsFilter } from "#worker/services/dashboard/contract";
import { findCountedNames } from "#worker/services/dashboard/queries";
import { dashboardStatistics } from "#worker/services/dashboard/statistics";
import { type OrganisationRow, organisationById } from "#worker/services/organisation/queries";

/** Money is written in its major unit; a number that is money has its currency. */
type Cell = string | number | { minor: number; currency: string };

interface StatisticsTable {
	name: string;
	heads: readonly string[];
	rows: readonly (readonly Cell[])[];
	/** How many rows there are without a limit, where there is one. */
	total?: number;
}

/** Rows of a table on paper; a workbook has all. */
const printedRows = 50;

/** Makes the statistics as a file: a workbook with a sheet for each, or a PDF. */
export const statisticsFile = async (
	ctx: OrgContext,
	{ format, ...filter }: StatisticsFilter & { format: "xlsx" | "pdf" },
) => {
	const rows = format === "xlsx" ? maxRows : printedRows;
	const [found, [organisation], title, names] = await Promise.all([
		dashboardStatistics(ctx, { ...filter, rows }),
		organisationById(ctx.db, ctx.organisationId),
		filter.applicationId === undefined ? "All applications" : findApplicationTitle(ctx, filter.applicationId),
		findCountedNames(ctx, filter),
	]);
	if (!found.ok) return found;
	if (!organisation) return fail("application_unavailable");
	// why all: the figures of one faculty, printed, would look like those of the institution.
	const about = [
		title,
		names?.item,
		names?.course,
		isBound(ctx) ? "only the places of your roles" : "",
		daysInWords(filter),
	]
		.filter(Boolean)
		.join(", ");
	const tables = tablesOf(found.value, organisation.courseAlias);
	const name = `Dashboard ${formatDate(ctx.now(), organisation.timeZone)}`;
	return ok(
		format === "xlsx"
			? { bytes: await asWorkbook(tables, { organisation, about }), name: `${name}.xlsx` }
			: { bytes: await renderPdf(await asDocument(ctx, tables, { organisation, about, name })), name: `${name}.pdf` },
	);
};

/** Returns days with one decimal; nothing for no time. */
const inDays = (seconds: number | null): Cell => (seconds === null ? "" : Math.round((seconds / 86_400) * 10) / 10);

const tablesOf = (found: DashboardStatistics, course: string): StatisticsTable[] => {
	const { revenueSummary, conditionalOfferSummary: offers, candidateSummary, applicationStatistics } = found;
	const { expected, actual } = candidateSummary;
	return [
		{
			name: "Summary",
			heads: ["Statistic", "Value"],
			rows: [
				["Applicants", applicationStatistics.applicants],
				["Forms submitted", applicationStatistics.submitted],
				["Conditional offers", offers.offered],
				["Admitted", offers.accepted],
				["Declined", offers.declined],
				...(applicationStatistics.turnaroundSeconds === null
					? []
					: [["Days from the form to the decision, on average", inDays(applicationStatistics.turnaroundSeconds)]]),
				...(expected === null || actual === null
					? []
					: [
							["Expected candidates", expected],
							["Expected candidates who have applied", actual],
						]),
			],
		},
		{
			name: "Revenue",
			heads: ["Currency", "Payments", "Paid", "Charges", "Fees", "Went back", "Revenue"],
			rows: revenueSummary.currencies.map(({ currency, payments, paid, charges, fees, reversed, revenue }) => [
				currency,
				payments,
				...[paid, charges, fees, reversed, revenue].map((minor) => ({ minor, currency })),
			]),
		},
		{
			name: "Revenue by amount",
			heads: ["Currency", "Amount of a payment", "Payments", "Revenue"],
			total: found.revenueByAmount.total,
			rows: found.revenueByAmount.data.map(({ currency, amount, payments, revenue }) => [
				currency,
				{ minor: amount, currency },
				payments,
				{ minor: revenue, currency },
			]),
		},
		{
			name: `Revenue by ${course}`,
			heads: ["Code", capitalised(course), "Currency", "Payments", "Revenue"],
			total: found.revenueByCourse.total,
			rows: found.revenueByCourse.data.map(({ code, title, currency, payments, revenue }) => [
				code,
				title || `Without a ${course}`,
				currency,
				payments,
				{ minor: revenue, currency },
			]),
		},
		{
			name: `Applicants by ${course}`,
			heads: ["Code", capitalised(course), "Applicants", "Submitted"],
			total: found.candidatesByCourse.total,
			rows: found.candidatesByCourse.data.map(({ code, title, applicants, submitted }) => [
				code,
				title,
				applicants,
				submitted,
			]),
		},
		{
			name: "Applicants by stage",
			heads: ["Stage", "Applicants", "Days there so far, on average", "Left", "Days they stayed, on average"],
			rows: applicationStatistics.stages.map(({ type, name, applicants, waitingSeconds, left, stayedSeconds }) => [
				name || describeStageType(type).label,
				applicants,
				inDays(waitingSeconds),
				left,
				inDays(stayedSeconds),
			]),
		},
		{
			name: `Forms by ${found.isMonthly ? "month" : "day"}`,
			heads: [found.isMonthly ? "Month" : "Day", "Forms submitted"],
			rows: applicationStatistics.trend.map(({ period, submitted }) => [period, submitted]),
		},
		{
			name: `Revenue by ${found.isMonthly ? "month" : "day"}`,
			heads: [found.isMonthly ? "Month" : "Day", "Currency", "Revenue"],
			rows: revenueSummary.trend.map(({ period, currency, revenue }) => [
				period,
				currency,
				{ minor: revenue, currency },
			]),
		},
	];
};

interface About {
	organisation: OrganisationRow;
	/** What the statistics are of. */
	about: string;
}

/** Texts are texts: none is a formula. */
const asWorkbook = async (tables: readonly StatisticsTable[], { organisation, about }: About) => {
	const inCell = (cell: Cell) => (typeof cell === "object" ? cell.minor / 100 : cell);
	const sheets = tables.map(({ name, heads, rows }, index): WriteSheet => {
		const top = index === 0 ? [[organisation.name], [about], []] : [];
		return {
			name: name.slice(0, 31).replace(/[\\/?*[\]:]/g, " "),
			columns: heads.map((_, column) => ({ width: column === 1 ? 40 : 22 })),
			rows: [...top, [...heads], ...rows.map((row) => row.map(inCell))],
		};
	});
	return new Uint8Array(await writeXlsx({ sheets, stringMode: "inline" }));
};

const asDocument = async (
	ctx: OrgContext,
	tables: readonly StatisticsTable[],
	{ organisation, about, name }: About & { name: string },
): Promise<PdfDocument> => ({
	title: name,
	author: organisation.name,
	parts: [
		{
			footer: `${name}  ·  ${organisation.name}`,
			content: [
				...letterhead(organisation, await readStoredPicture(ctx.env, organisation.logoKey)),
				{ text: "Dashboard", bold: true, fontSize: 17 },
				{ text: about, margin: [0, 0, 0, 10] },
				...tables.filter(({ rows }) => rows.length > 0).flatMap(printed),
			],
		},
	],
});

const printed = ({ name, heads, rows, total = rows.length }: StatisticsTable): PdfNode[] => {
	const inCell = (cell: Cell): PdfNode =>
		typeof cell === "string"
			? { text: cell }
			: {
					text: typeof cell === "number" ? cell.toLocaleString("en-US") : formatMoney(cell.minor, cell.currency),
					alignment: "right",
				};
	const width = (contentWidth - heads.length * 12) / heads.length;
	const isNumber = (column: number) => rows.some((row) => typeof row[column] !== "string");
	const cut: PdfNode[] =
		total > rows.length
			? [{ text: `The largest ${rows.length} of ${total.toLocaleString("en-US")}`, margin: [0, 0, 0, 4] }]
			: [];
	return [
		{ text: name, bold: true, fontSize: 11, margin: [0, 10, 0, 4] },
		...cut,
		{
			table: {
				widths: heads.map(() => width),
				headerRows: 1,
				body: [
					heads.map((head, column) => ({
						text: head,
						fontSize: 7.5,
						...(isNumber(column) && { alignment: "right" as const }),
					})),
					...rows.map((row) => row.map(inCell)),
				],
			},
			layout: "lines",
		},
	];
};
