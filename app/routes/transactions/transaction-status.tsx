import type { ReactNode } from "react";
import { formatMoney } from "#worker/contract/text/money";
import type { Transaction, TransactionStatus } from "#worker/services/transactions/contract";

type Paid = Pick<Transaction, "items" | "amount" | "gatewayCharge" | "currency">;

/** What of a successful payment went back to its payer. */
export const Returned = ({ reversedAmount, currency }: Pick<Transaction, "reversedAmount" | "currency">) =>
	reversedAmount > 0 ? (
		<span className="block text-text-2 tabular-nums">{formatMoney(reversedAmount, currency)} went back</span>
	) : null;

/** §9: the amount shown is the amount plus the gateway's charge. */
export const shownAmount = ({ amount, gatewayCharge, currency }: Omit<Paid, "items">): string =>
	formatMoney(amount + gatewayCharge, currency);

/** The lines of a payment and its total (§2): lines of no amount are hidden, and so is a gateway fee of none. */
export const PaymentLines = ({ transaction }: { transaction: Paid }) => {
	const { items, gatewayCharge, currency } = transaction;
	return (
		<dl className="tabular-nums">
			{items
				.filter((item) => item.amount !== 0)
				.map((item, index) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: the lines have no id and keep their order.
					<Line key={index} label={item.name} amount={formatMoney(item.amount, item.currency)} />
				))}
			{gatewayCharge !== 0 && <Line label="Gateway fee" amount={formatMoney(gatewayCharge, currency)} />}
			<Line
				label={<strong className="font-medium text-text">Total</strong>}
				amount={<strong className="font-medium">{shownAmount(transaction)}</strong>}
			/>
		</dl>
	);
};

const Line = ({ label, amount }: { label: ReactNode; amount: ReactNode }) => (
	<div className="flex items-baseline justify-between gap-4 border-b border-line py-2 last:border-b-0 compact:py-1">
		<dt className="min-w-0 text-text-3 [overflow-wrap:anywhere]">{label}</dt>
		<dd className="shrink-0">{amount}</dd>
	</div>
);

/** The words of the link to the paper of a payment: only a successful one has a receipt. */
export const receiptLabel = (status: TransactionStatus): string =>
	status === "success" ? "Download receipt" : "Download record, not a receipt";
