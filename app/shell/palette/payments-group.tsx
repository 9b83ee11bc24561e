import { useNavigate } from "@remix-run/react";
import { ChevronRight, CreditCard } from "lucide-react";
import type { Steering } from "#app/shell/palette/level";
import { Marked } from "#app/shell/palette/marked";
import { PaletteGroup, PaletteItem } from "#app/shell/palette/palette-items";
import type { People } from "#app/shell/palette/use-people";
import { useShell } from "#app/shell/shell-context";
import { Glyph } from "#app/ui/glyph";
import { formatMoney } from "#worker/contract/text/money";
import { capitalised } from "#worker/contract/text/printed-text";
import type { FoundPayment } from "#worker/services/transactions/contract";

/** Returns the values of the items below, in their order. */
export const paymentValues = ({ payments, isOfOlderText }: People): string[] =>
	payments.filter((one) => !isOfOlderText(one)).map(({ id }) => `payment:${id}`);

/** The transactions that a text after # means, each to be opened; → leads to what can be done with it. */
export const PaymentsGroup = ({ steering, people }: { steering: Steering; people: People }) => {
	const { orgName } = useShell();
	const navigate = useNavigate();
	const { payments, words, query, isOfOlderText } = people;
	if (payments.length === 0) return null;
	return (
		<PaletteGroup heading={query === "" ? "Newest transactions" : "Transactions"}>
			{payments.map((payment) => (
				<PaletteItem
					key={payment.id}
					value={`payment:${payment.id}`}
					icon={CreditCard}
					disabled={isOfOlderText(payment)}
					onChoose={() => {
						steering.close();
						navigate(`/${orgName}/transactions/${payment.id}`, { preventScrollReset: true });
					}}
					aside={
						<>
							<span className="text-sm text-text-2">{capitalised(payment.status)}</span>
							{/* why: a choice may hold nothing that takes the focus; by keyboard the actions are at → and Tab. */}
							<span
								aria-hidden
								className="-mr-1.5 grid size-7 place-items-center rounded-md text-text-3 hover:bg-hover hover:text-text"
								onClick={(event) => {
									event.stopPropagation();
									steering.push({ kind: "payment", payment });
								}}
							>
								<Glyph icon={ChevronRight} />
							</span>
						</>
					}
				>
					<PaymentLine payment={payment} words={words} />
				</PaletteItem>
			))}
		</PaletteGroup>
	);
};

const PaymentLine = ({ payment, words }: { payment: FoundPayment; words: readonly string[] }) => (
	<>
		<span className="min-w-0 truncate font-medium">
			<Marked text={payment.reference} words={words} />
		</span>
		<span className="min-w-0 truncate text-text-2">
			<Marked text={payment.name} words={words} /> · {formatMoney(payment.total, payment.currency)}
		</span>
	</>
);
