import { Download } from "lucide-react";
import type { ReactNode } from "react";
import { formatDateTime } from "#app/format/dates";
import { formatMoney } from "#app/format/money";
import { useShell } from "#app/shell/shell-context";
import { buttonClass } from "#app/ui/button-class";
import { DescriptionItem, DescriptionList } from "#app/ui/description-list";
import { iconProps } from "#app/ui/icon";
import { platformName } from "#worker/contract/payment-platforms";
import type { Transaction } from "#worker/services/transactions/contract";

interface TransactionDetailsProps {
	transaction: Transaction;
	/** The applicant's address. */
	here: string;
}

/** What was paid for line by line, and how (§2): items of no amount are hidden, and so is a gateway fee of none. */
export const TransactionDetails = ({ transaction, here }: TransactionDetailsProps) => {
	const { organisation } = useShell();
	const { items, amount, gatewayCharge, currency, platform, reference, rrr, createdAt } = transaction;
	return (
		<div className="grid gap-x-8 gap-y-4 lg:grid-cols-2">
			<dl className="tabular-nums">
				{items
					.filter((item) => item.amount !== 0)
					.map((item, index) => (
						// biome-ignore lint/suspicious/noArrayIndexKey: the lines have no identity and never move.
						<Line key={index} label={item.name} amount={formatMoney(item.amount, item.currency)} />
					))}
				{gatewayCharge !== 0 && <Line label="Gateway fee" amount={formatMoney(gatewayCharge, currency)} />}
				<Line
					label={<strong className="font-medium text-text">Total</strong>}
					amount={<strong className="font-medium">{formatMoney(amount + gatewayCharge, currency)}</strong>}
				/>
			</dl>
			<div className="grid content-start gap-3">
				<DescriptionList columns={1}>
					<DescriptionItem label="Payer">{transaction.name}</DescriptionItem>
					<DescriptionItem label="Payer's Email">{transaction.email}</DescriptionItem>
					<DescriptionItem label="Platform">{platformName(platform)}</DescriptionItem>
					<DescriptionItem label="Reference">{reference}</DescriptionItem>
					{rrr && <DescriptionItem label="RRR">{rrr}</DescriptionItem>}
					<DescriptionItem label="Date">{formatDateTime(createdAt, organisation.timeZone)}</DescriptionItem>
				</DescriptionList>
				<a
					href={`${here}/transactions/${transaction.id}/receipt`}
					download
					className={buttonClass({ size: "small", className: "w-fit" })}
				>
					<Download {...iconProps} />
					{transaction.status === "success" ? "Download receipt" : "Download record, not a receipt"}
				</a>
			</div>
		</div>
	);
};

const Line = ({ label, amount }: { label: ReactNode; amount: ReactNode }) => (
	<div className="flex items-baseline justify-between gap-4 border-b border-line py-2 last:border-b-0 compact:py-1">
		<dt className="min-w-0 text-text-3 [overflow-wrap:anywhere]">{label}</dt>
		<dd className="shrink-0">{amount}</dd>
	</div>
);
