import type { ReactNode } from "react";
import { formatNumber } from "#app/format/numbers";
import { RowOutcome } from "#app/records/import/import-rows";
import type { Column } from "#app/records/record-table";
import { useShell } from "#app/shell/shell-context";
import { Card } from "#app/ui/card";
import { Table, TableBody, TableHead, Td, Th, Tr } from "#app/ui/table";
import { TextLink } from "#app/ui/text-link";
import { formatDateTime } from "#worker/contract/text/dates";
import { formatMoney } from "#worker/contract/text/money";
import type { LateArrival, Reversal, UnmatchedLine } from "#worker/services/settlements/contract";

interface ListProps<Row> {
	title: string;
	rows: readonly Row[];
	/** How many there are beside those shown. */
	total: number;
	columns: readonly Column<Row>[];
	keyOf(row: Row): string;
	empty?: string;
	/** The id of the list, which a link of the page leads to. */
	id?: string;
}

/** A list below the sums of a day. */
const DayList = <Row,>({ title, rows, total, columns, keyOf, empty, id }: ListProps<Row>): ReactNode => {
	if (rows.length === 0 && !empty) return null;
	return (
		<section id={id} aria-label={title} className="grid gap-2">
			<h2 className="font-medium">{title}</h2>
			<Card>
				{rows.length === 0 ? (
					<p className="px-4 py-3 text-text-2">{empty}</p>
				) : (
					<Table label={title}>
						<TableHead>
							{columns.map(({ heading, width, numeric }) => (
								<Th key={heading} width={width} numeric={numeric}>
									{heading}
								</Th>
							))}
						</TableHead>
						<TableBody>
							{rows.map((row) => (
								<Tr key={keyOf(row)}>
									{columns.map(({ heading, width: _, text, cell = text, ...place }) => (
										<Td key={heading} {...place} title={text?.(row)}>
											{place.numeric && <span className="text-text-3 lg:hidden">{heading}: </span>}
											{cell?.(row)}
										</Td>
									))}
								</Tr>
							))}
						</TableBody>
					</Table>
				)}
				{total > rows.length && (
					<p className="border-t border-line px-4 py-3 text-text-2">
						The first {formatNumber(rows.length)} of {formatNumber(total)}.
					</p>
				)}
			</Card>
		</section>
	);
};

interface Line {
	reference: string;
	currency: string;
	amount: number;
	transactionId: string | null;
}

const referenceColumn = (transactions: string): Column<Line> => ({
	heading: "Reference",
	card: "title",
	text: ({ reference }) => reference,
	cell: ({ reference, transactionId }) =>
		transactionId === null ? reference : <TextLink to={`${transactions}/${transactionId}`}>{reference}</TextLink>,
});

const amountColumn: Column<Line> = {
	heading: "Amount",
	width: 150,
	card: "aside",
	numeric: true,
	className: "tabular-nums",
	text: ({ amount, currency }) => formatMoney(amount, currency),
};

const feeColumn: Column<Line & { fee: number }> = {
	heading: "Fee",
	width: 120,
	card: "line",
	numeric: true,
	className: "tabular-nums",
	text: ({ fee, currency }) => formatMoney(fee, currency),
};

interface Props<Row> {
	rows: readonly Row[];
	total: number;
	/** The address of the transactions screen. */
	transactions: string;
}

export const UnmatchedLines = ({ rows, total, transactions }: Props<UnmatchedLine>) => (
	<DayList<UnmatchedLine>
		title="Unmatched settlement lines"
		rows={rows}
		total={total}
		keyOf={({ reference }) => reference}
		columns={[
			referenceColumn(transactions),
			{
				heading: "Result",
				width: 190,
				card: "line",
				cell: ({ result }) => <RowOutcome outcome={result} state={null} />,
			},
			amountColumn,
			feeColumn,
			{
				heading: "File",
				width: 140,
				card: "line",
				cell: ({ importId, rowNumber }) => (
					<TextLink to={`${transactions}/settlements/${importId}`}>Row {formatNumber(rowNumber)}</TextLink>
				),
			},
		]}
	/>
);

const kinds: Record<LateArrival["kind"], string> = {
	payment: "Payment",
	correction: "Correction",
	reversal: "Reversal",
	settlement: "Settlement line",
};

export const LateArrivals = ({ rows, total, transactions }: Props<LateArrival>) => {
	const { timeZone } = useShell().organisation;
	return (
		<DayList<LateArrival>
			title="Arrived after the close"
			rows={rows}
			total={total}
			keyOf={({ kind, reference, amount, arrivedAt }) => `${kind} ${reference} ${amount} ${arrivedAt}`}
			empty="Nothing has arrived since the day was closed."
			columns={[
				referenceColumn(transactions),
				{
					heading: "What",
					width: 190,
					card: "line",
					// why: the sums of the day fell by a line that was settled.
					text: ({ kind, amount }) => (kind === "settlement" && amount < 0 ? "Line of another day" : kinds[kind]),
				},
				amountColumn,
				feeColumn,
				{
					heading: "When",
					width: 240,
					card: "line",
					muted: true,
					className: "tabular-nums",
					text: ({ arrivedAt }) => formatDateTime(arrivedAt, timeZone),
				},
			]}
		/>
	);
};

/** The id of the list of what went back. */
export const reversalsId = "reversals";

export const Reversals = ({ rows, total, transactions }: Props<Reversal>) => (
	<DayList<Reversal>
		title="Reversals"
		id={reversalsId}
		rows={rows}
		total={total}
		keyOf={({ id }) => id}
		columns={[referenceColumn(transactions), amountColumn]}
	/>
);
