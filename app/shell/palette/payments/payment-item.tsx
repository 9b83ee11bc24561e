import { CreditCard } from "lucide-react";
import { formatAgo } from "#app/format/relative-time";
import { Marked } from "#app/shell/palette/marked";
import { ActionsArrow, PaletteItem } from "#app/shell/palette/palette-items";
import { TransactionStatusBadge } from "#app/shell/transaction-status-badge";
import { platformName } from "#worker/contract/payment-platforms";
import { formatMoney } from "#worker/contract/text/money";
import type { FoundPayment } from "#worker/services/transactions/contract";

interface PaymentItemProps {
	payment: FoundPayment;
	words: readonly string[];
	/** A result of an older text that no longer matches: shown until the next comes, but cannot be chosen. */
	isOutdated?: boolean;
	onChoose: () => void;
	onActions: () => void;
}

export const paymentValue = ({ id }: Pick<FoundPayment, "id">): string => `payment:${id}`;

/** A transaction in a list of the palette; → leads to what can be done with it. */
export const PaymentItem = ({ payment, words, isOutdated = false, onChoose, onActions }: PaymentItemProps) => (
	<PaletteItem
		value={paymentValue(payment)}
		icon={CreditCard}
		disabled={isOutdated}
		onChoose={onChoose}
		aside={
			<>
				<TransactionStatusBadge status={payment.status} />
				<ActionsArrow isOutdated={isOutdated} onActions={onActions} />
			</>
		}
	>
		<span className="min-w-0 truncate font-medium">
			<Marked text={payment.reference} words={words} />
		</span>
		<span className="min-w-0 truncate text-text-2">
			<Marked text={payment.name} words={words} /> · {factsOf(payment)}
		</span>
	</PaletteItem>
);

/** "₦5,000.00 · Paystack · 2 days ago". */
const factsOf = ({ total, currency, platform, createdAt }: FoundPayment): string =>
	[formatMoney(total, currency), platformName(platform), formatAgo(createdAt, Date.now())].join(" · ");
