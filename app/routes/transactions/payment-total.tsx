import { type TypedPayment, totalOf } from "#app/routes/transactions/payment-form";
import { Callout } from "#app/ui/callout";
import { formatMoney } from "#worker/contract/text/money";

interface PaymentTotalProps extends TypedPayment {
	currency: string;
}

/** What a payment comes to as it is typed; an applied discount is announced. */
export const PaymentTotal = ({ currency, ...typed }: PaymentTotalProps) => {
	const price = totalOf(typed);
	if (!price) return <Callout tone="warning">The amounts are too large.</Callout>;
	const { discount, charge, total } = price;
	const money = (amount: number) => formatMoney(amount, currency);
	return (
		<div className="border-t border-line pt-3">
			<dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 tabular-nums">
				{typed.addOns.map(({ name, price: each }) => (
					<TotalLine key={name} label={name} amount={money(each)} />
				))}
				{discount && <TotalLine label={discount.name} amount={money(discount.amount)} />}
				{charge > 0 && <TotalLine label="Charge of the platform" amount={money(charge)} />}
				<dt className="font-medium">Total</dt>
				<dd className="text-end font-medium">{money(total)}</dd>
			</dl>
			<p role="status" className={discount ? "sr-only" : "text-text-2"}>
				{typed.applied &&
					(discount
						? `${discount.name} takes off ${money(-discount.amount)}. The total is ${money(total)}.`
						: "The discount code takes nothing off these lines.")}
			</p>
		</div>
	);
};

const TotalLine = ({ label, amount }: { label: string; amount: string }) => (
	<>
		<dt className="text-text-2 wrap-anywhere">{label}</dt>
		<dd className="text-end">{amount}</dd>
	</>
);
