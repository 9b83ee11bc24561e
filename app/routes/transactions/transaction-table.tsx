import { ChevronRight, Download, Link2 } from "lucide-react";
import { PaymentLines, Returned, receiptLabel, shownAmount } from "#app/routes/transactions/transaction-status";
import { useShell } from "#app/shell/shell-context";
import { TransactionStatusBadge } from "#app/shell/transaction-status-badge";
import { LinkButton } from "#app/ui/button";
import { buttonClass } from "#app/ui/button-class";
import { Card } from "#app/ui/card";
import { classNames } from "#app/ui/class-names";
import { DescriptionItem, DescriptionList } from "#app/ui/description-list";
import { iconProps } from "#app/ui/icon";
import { Table, TableHead, Td, Th, Tr } from "#app/ui/table";
import { platformName } from "#worker/contract/payment-platforms";
import { formatDate, formatDateTime } from "#worker/contract/text/dates";
import type { Transaction } from "#worker/services/transactions/contract";

interface TransactionTableProps {
	transactions: readonly Transaction[];
	here: string;
	/** Whether the user may pass the link of a pending payment on. */
	mayShare: boolean;
}

/** Transactions as rows that open, or as cards on a narrow screen (§2). */
export const TransactionTable = ({ transactions, here, mayShare }: TransactionTableProps) => (
	<Card>
		<Table label="Transactions">
			<TableHead>
				<Th width={210}>Date</Th>
				<Th>Reference</Th>
				<Th width={110}>Platform</Th>
				<Th width={130} numeric>
					Amount
				</Th>
				<Th width={110}>Status</Th>
			</TableHead>
			{transactions.map((transaction) => (
				<TransactionRows key={transaction.id} transaction={transaction} here={here} mayShare={mayShare} />
			))}
		</Table>
	</Card>
);

/** A transaction and its lines. why by style: a `details` cannot contain table rows. */
const TransactionRows = ({ transaction, here, mayShare }: TransactionDetailsProps) => {
	const { organisation } = useShell();
	const { id, reference, platform, status, createdAt } = transaction;
	return (
		<tbody className="group/transaction max-lg:block max-lg:border-b max-lg:border-line max-lg:last:border-b-0">
			<Tr className="max-lg:border-b-0!">
				<Td card="title">
					<details className="group/opener">
						<summary
							aria-controls={`transaction-${id}`}
							className={classNames(
								// why static: it is the whole row that it opens.
								"static flex cursor-pointer list-none items-center gap-1.5 font-medium outline-none [&::-webkit-details-marker]:hidden",
								"after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus",
							)}
						>
							<ChevronRight
								{...iconProps}
								className="shrink-0 text-text-3 transition-transform group-open/opener:rotate-90"
							/>
							{formatDate(createdAt, organisation.timeZone)}
						</summary>
					</details>
				</Td>
				<Td card="line" muted className="max-lg:col-span-3! max-lg:col-start-1!">
					{reference}
				</Td>
				<Td card="hidden">{platformName(platform)}</Td>
				<Td card="aside" numeric className="tabular-nums">
					{shownAmount(transaction)}
				</Td>
				<Td card="line" className="max-lg:col-span-3! max-lg:col-start-1!">
					<TransactionStatusBadge status={status} />
					<Returned {...transaction} />
				</Td>
			</Tr>
			<tr
				id={`transaction-${id}`}
				className="hidden group-has-[[open]]/transaction:table-row max-lg:group-has-[[open]]/transaction:block"
			>
				<td colSpan={5} className="border-b border-line bg-bg px-3 py-3 group-last/transaction:border-b-0 max-lg:block">
					<TransactionDetails transaction={transaction} here={here} mayShare={mayShare} />
				</td>
			</tr>
		</tbody>
	);
};

interface TransactionDetailsProps {
	transaction: Transaction;
	here: string;
	mayShare: boolean;
}

/** The items and the payment (§2). */
const TransactionDetails = ({ transaction, here, mayShare }: TransactionDetailsProps) => {
	const { organisation } = useShell();
	const { platform, reference, rrr, createdAt } = transaction;
	return (
		<div className="grid gap-x-8 gap-y-4 lg:grid-cols-2">
			<PaymentLines transaction={transaction} />
			<div className="grid content-start gap-3">
				<DescriptionList columns={1}>
					<DescriptionItem label="Payer">{transaction.name}</DescriptionItem>
					<DescriptionItem label="Payer's Email">{transaction.email}</DescriptionItem>
					<DescriptionItem label="Platform">{platformName(platform)}</DescriptionItem>
					<DescriptionItem label="Reference">{reference}</DescriptionItem>
					{rrr && <DescriptionItem label="RRR">{rrr}</DescriptionItem>}
					<DescriptionItem label="Date">{formatDateTime(createdAt, organisation.timeZone)}</DescriptionItem>
				</DescriptionList>
				<div className="flex flex-wrap gap-2">
					<a
						href={`${here}/transactions/${transaction.id}/receipt`}
						download
						className={buttonClass({ size: "small" })}
					>
						<Download {...iconProps} />
						{receiptLabel(transaction.status)}
					</a>
					{mayShare && transaction.status === "pending" && (
						<LinkButton to={`${here}/transactions/${transaction.id}/link`} size="small" preventScrollReset icon={Link2}>
							Payment link
						</LinkButton>
					)}
				</div>
			</div>
		</div>
	);
};
