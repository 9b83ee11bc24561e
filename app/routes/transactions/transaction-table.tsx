import { ChevronRight } from "lucide-react";
import { formatDate } from "#app/format/dates";
import { formatMoney } from "#app/format/money";
import { TransactionDetails } from "#app/routes/transactions/transaction-details";
import { TransactionStatusBadge } from "#app/routes/transactions/transaction-status-badge";
import { useShell } from "#app/shell/shell-context";
import { Card } from "#app/ui/card";
import { classNames } from "#app/ui/class-names";
import { iconProps } from "#app/ui/icon";
import { Table, TableHead, Td, Th, Tr } from "#app/ui/table";
import { platformName } from "#worker/contract/payment-platforms";
import type { Transaction } from "#worker/services/transactions/contract";

interface TransactionTableProps {
	transactions: readonly Transaction[];
	/** The applicant's address. */
	here: string;
}

/** Transactions as rows that open, or as cards where there is no room for columns (§2). */
export const TransactionTable = ({ transactions, here }: TransactionTableProps) => (
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
				<TransactionRows key={transaction.id} transaction={transaction} here={here} />
			))}
		</Table>
	</Card>
);

/**
 * A transaction and, below it once opened, its lines.
 * why: the rows of a table cannot stand inside `details`; its being open shows the row below by style alone.
 */
const TransactionRows = ({ transaction, here }: { transaction: Transaction; here: string }) => {
	const { organisation } = useShell();
	const { id, reference, platform, amount, gatewayCharge, currency, status, createdAt } = transaction;
	return (
		<tbody className="group/transaction max-lg:block max-lg:border-b max-lg:border-line max-lg:last:border-b-0">
			<Tr className="max-lg:border-b-0!">
				<Td card="title">
					<details className="group/opener">
						<summary
							aria-controls={`transaction-${id}`}
							className={classNames(
								"flex cursor-pointer list-none items-center gap-1.5 font-medium outline-none [&::-webkit-details-marker]:hidden",
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
					{formatMoney(amount + gatewayCharge, currency)}
				</Td>
				<Td card="line" className="max-lg:col-span-3! max-lg:col-start-1!">
					<TransactionStatusBadge status={status} />
				</Td>
			</Tr>
			<tr
				id={`transaction-${id}`}
				className="hidden group-has-[[open]]/transaction:table-row max-lg:group-has-[[open]]/transaction:block"
			>
				<td colSpan={5} className="border-b border-line bg-bg px-3 py-3 group-last/transaction:border-b-0 max-lg:block">
					<TransactionDetails transaction={transaction} here={here} />
				</td>
			</tr>
		</tbody>
	);
};
