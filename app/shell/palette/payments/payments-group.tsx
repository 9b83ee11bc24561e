import { useNavigate } from "@remix-run/react";
import type { Steering } from "#app/shell/palette/level";
import { PaletteGroup } from "#app/shell/palette/palette-items";
import { PaymentItem, paymentValue } from "#app/shell/palette/payments/payment-item";
import type { People } from "#app/shell/palette/use-people";
import { useShell } from "#app/shell/shell-context";

/** Returns the values of the items below, in their order. */
export const paymentValues = ({ payments, isOfOlderText }: People): string[] =>
	payments.filter((one) => !isOfOlderText(one)).map(paymentValue);

/** The transactions that a text means, each to be opened. */
export const PaymentsGroup = ({ steering, people }: { steering: Steering; people: People }) => {
	const { orgName } = useShell();
	const navigate = useNavigate();
	const { payments, words, query, isOfOlderText } = people;
	if (payments.length === 0) return null;
	return (
		<PaletteGroup heading={query === "" ? "Newest transactions" : "Transactions"}>
			{payments.map((payment) => (
				<PaymentItem
					key={payment.id}
					payment={payment}
					words={words}
					isOutdated={isOfOlderText(payment)}
					onChoose={() => {
						steering.close();
						navigate(`/${orgName}/transactions/${payment.id}`, { preventScrollReset: true });
					}}
					onActions={() => steering.push({ kind: "payment", payment })}
				/>
			))}
		</PaletteGroup>
	);
};
