import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData, useNavigation } from "@remix-run/react";
import { CreditCard, ListChecks } from "lucide-react";
import { orThrow, problemResponse } from "#app/api/problem-response";
import { formatCount, formatNumber } from "#app/format/numbers";
import { RowOutcome } from "#app/records/import/import-rows";
import { type Column, RecordTable } from "#app/records/record-table";
import { requireAccess } from "#app/session/require-user.server";
import { shows } from "#app/shell/shows";
import { Badge } from "#app/ui/badge";
import { LinkButton } from "#app/ui/button";
import { EmptyState } from "#app/ui/page/empty-state";
import { keysetPages } from "#app/ui/page/keyset-address";
import { readPage } from "#app/ui/page/page-address";
import { PageHeader } from "#app/ui/page/page-header";
import { Tabs } from "#app/ui/page/tabs";
import { TextLink } from "#app/ui/text-link";
import { platformName } from "#worker/contract/payment-platforms";
import { problem } from "#worker/contract/problems";
import { formatDay } from "#worker/contract/text/dates";
import { formatMoney } from "#worker/contract/text/money";
import { type DaySums, getPaymentDay, type PaymentDayDetails } from "#worker/services/settlements/contract";
import {
	type DayList,
	type DayRow,
	dayLists,
	listPaymentDayRows,
} from "#worker/services/settlements/day-rows.contract";

/** Loads a page of what the sums of a day in one currency are of. */
export const loader = async (args: LoaderFunctionArgs) => {
	const { orgName, api } = await requireAccess(args, listPaymentDayRows);
	const asked = new URL(args.request.url).searchParams;
	const { day = "", platform = "" } = args.params;
	const params = { day, platform };
	const found = orThrow(await api.call(getPaymentDay, { params }));
	const list = dayLists.find((one) => one === (asked.get("list") || "settled"));
	const currency = asked.get("currency")?.toUpperCase() || found.currencies[0]?.currency;
	const sums = found.currencies.find((one) => one.currency === currency)?.now;
	// why: a misspelt list or currency must not look like one in which nothing is.
	if (!list || !sums) throw problemResponse(problem("invalid_query"));
	const after = asked.get("after") || undefined;
	const { size } = readPage(asked);
	const query = { list, currency, after, size: String(size) };
	const { data, nextAfter } = orThrow(await api.call(listPaymentDayRows, { params, query }));
	const transactions = `/${orgName}/transactions`;
	const dayTo = `${transactions}/days/${found.day}/${found.platform}`;
	const here = `${dayTo}/rows`;
	const shown = formatNumber(data.length);
	return json({
		rows: data,
		currencies: found.currencies.map((one) => one.currency),
		title: titleOf(found),
		...{ list, currency, sums, after, transactions, dayTo, here },
		inTransactions: `${transactions}?paidDay=${found.day}&platform=${found.platform}`,
		pages: {
			range: list === "difference" ? formatCount(data.length, "row") : `${shown} of ${countOf[list](sums)}`,
			...keysetPages(here, asked, nextAfter),
			size,
			action: here,
			keep: [...asked].filter(([name]) => !["size", "after", "back"].includes(name)),
		},
	});
};

const titleOf = ({ platform, day }: Pick<PaymentDayDetails, "platform" | "day">) =>
	`${platformName(platform)}, ${formatDay(day)}`;

export const meta = ({ data }: { data: { title: string } | undefined }) => [
	{ title: `${data?.title ?? "Daily close"} · Matricula` },
];

export const { handle, shouldRevalidate } = shows({ payments: true });

/** How many rows a list has; that of a difference is not counted. */
const countOf = {
	expected: ({ payments }: DaySums) => formatCount(payments, "payment"),
	settled: ({ lines }: DaySums) => formatCount(lines, "line"),
};

/** What follows the sum of a list in the words above it. */
const saidOf: Record<DayList, (sums: DaySums, currency: string | undefined, rows: number) => string> = {
	expected: (sums) => ` in ${countOf.expected(sums)}.`,
	settled: (sums, currency) => ` in ${countOf.settled(sums)}, ${formatMoney(sums.fees, currency)} of it fees.`,
	difference: (_sums, _currency, rows) => `.${rows > 0 ? " The rows below add up to it." : ""}`,
};

const texts = {
	expected: {
		label: "Expected payments",
		nothing: "Nothing expected",
		empty: "No payment in this currency succeeded on this day.",
	},
	settled: {
		label: "Settled lines",
		nothing: "Nothing settled",
		empty: "No line of a settlement file is about this day.",
	},
	difference: {
		label: "Difference",
		nothing: "Nothing differs",
		empty: "Every payment of the day is settled by a line of the same amount, and nothing went back.",
	},
} as const satisfies Record<DayList, { label: string; nothing: string; empty: string }>;

/** The payments of a day, its settlement lines, or the rows of which its difference is made. */
const DayRows = () => {
	const { rows, pages, title, currencies, list, currency, sums, after, transactions, inTransactions, dayTo, here } =
		useLoaderData<typeof loader>();
	const { state, location } = useNavigation();
	const at = (of: DayList, inCurrency = currency) => `${here}?list=${of}&currency=${inCurrency}`;
	const { label, nothing, empty } = texts[list];
	const said = `${label}: ${formatMoney(sums[list], currency)}${saidOf[list](sums, currency, rows.length)}`;
	const counts = { expected: sums.payments, settled: sums.lines };
	return (
		<div className="grid grid-cols-1 gap-4">
			<PageHeader
				title={title}
				description={said}
				back={{ to: dayTo, label: "Sums of the day" }}
				actions={
					list === "expected" && (
						<LinkButton to={inTransactions} icon={CreditCard}>
							Open in transactions
						</LinkButton>
					)
				}
			/>
			<Tabs
				label="Rows"
				tabs={dayLists.map((one) => ({
					to: at(one),
					label: texts[one].label,
					current: one === list,
					...(one !== "difference" && { count: counts[one] }),
				}))}
			/>
			{currencies.length > 1 && (
				<Tabs
					label="Currencies"
					tabs={currencies.map((one) => ({ to: at(list, one), label: one, current: one === currency }))}
				/>
			)}
			<RecordTable
				label={label}
				columns={columnsOf(list, transactions)}
				rows={rows}
				keyOf={({ id }) => id}
				busy={state === "loading" && location.pathname === here}
				pages={pages}
				empty={
					after ? (
						<EmptyState
							icon={ListChecks}
							title="Nothing on this page"
							action={<LinkButton to={at(list)}>First page</LinkButton>}
						>
							The list ends before this page.
						</EmptyState>
					) : (
						<EmptyState icon={ListChecks} title={nothing}>
							{empty}
						</EmptyState>
					)
				}
			/>
		</div>
	);
};
export default DayRows;

const amount = { width: 140, card: "line", numeric: true, className: "tabular-nums" } as const;

const sumColumns: Record<DayList, readonly Column<DayRow>[]> = {
	expected: [],
	settled: [
		{ ...amount, heading: "Fee", width: 120, text: ({ fee, currency }) => formatMoney(fee, currency) },
		{ ...amount, heading: "Paid out", text: ({ amount, fee, currency }) => formatMoney(amount - fee, currency) },
	],
	difference: [
		{ ...amount, heading: "Difference", text: ({ difference, currency }) => formatMoney(difference, currency) },
	],
};

/** What a row is that is no settlement line. */
const paymentKinds = {
	settled: { label: "Settled", colour: "green" },
	not_settled: { label: "Not settled", colour: "amber" },
	reversed: { label: "Went back", colour: "slate" },
} as const;

const isPaymentKind = (kind: DayRow["kind"]): kind is keyof typeof paymentKinds => kind in paymentKinds;

const columnsOf = (list: DayList, transactions: string): readonly Column<DayRow>[] => [
	{
		heading: "Reference",
		card: "title",
		text: ({ reference }) => reference,
		cell: ({ reference, transactionId }) =>
			transactionId === null ? reference : <TextLink to={`${transactions}/${transactionId}`}>{reference}</TextLink>,
	},
	{
		heading: list === "difference" ? "Why" : "Result",
		width: 190,
		card: "line",
		cell: ({ kind }) =>
			isPaymentKind(kind) ? (
				<Badge colour={paymentKinds[kind].colour}>{paymentKinds[kind].label}</Badge>
			) : (
				<RowOutcome outcome={kind} state={null} />
			),
	},
	{ ...amount, heading: "Amount", card: "aside", text: ({ amount, currency }) => formatMoney(amount, currency) },
	...sumColumns[list],
	...(list === "expected" ? [] : [fileColumn(transactions)]),
];

const fileColumn = (transactions: string): Column<DayRow> => ({
	heading: "File",
	width: 120,
	card: "line",
	cell: ({ importId, rowNumber }) =>
		importId !== null &&
		rowNumber !== null && (
			<TextLink to={`${transactions}/settlements/${importId}`}>Row {formatNumber(rowNumber)}</TextLink>
		),
});

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
