import { useLocation, useNavigate } from "@remix-run/react";
import { CreditCard } from "lucide-react";
import { may, mayCall } from "#app/session/may-call";
import { applicantAddress } from "#app/shell/palette/applicant-address";
import type { Steering } from "#app/shell/palette/level";
import { matchScore, wordsOf } from "#app/shell/palette/match-text";
import { PaletteFrame } from "#app/shell/palette/palette-frame";
import { PaletteItem } from "#app/shell/palette/palette-items";
import { useApplicantPayments } from "#app/shell/palette/payments/applicant-payments";
import { PaymentItem, paymentValue } from "#app/shell/palette/payments/payment-item";
import { useShell } from "#app/shell/shell-context";
import type { FoundApplicant } from "#worker/services/search/contract";
import type { FoundPayment } from "#worker/services/transactions/contract";

const tabValue = "payments:tab";

const searchedOf = ({ reference, rrr, status, platform }: FoundPayment): string =>
	`${reference} ${rrr ?? ""} ${status} ${platform}`;

/** The newest transactions of an applicant, each with what can be done with it, and their tab. */
export const PaymentsLevel = ({ applicant, steering }: { applicant: FoundApplicant; steering: Steering }) => {
	const { orgName, user } = useShell();
	const navigate = useNavigate();
	const location = useLocation();
	const answer = useApplicantPayments(applicant.id);
	const words = wordsOf(steering.query);
	const payments = (answer?.ok ? answer.data.payments : []).filter((one) => matchScore(searchedOf(one), words) > 0);
	const act = (payment: FoundPayment) => steering.push({ kind: "payment", payment });
	const leaveTo = (to: string) => {
		steering.close();
		navigate(to, { preventScrollReset: true });
	};
	const toTab = () => {
		const [here = "", search] = applicantAddress(orgName, applicant.id, location).split("?");
		leaveTo(`${here}/transactions${search ? `?${search}` : ""}`);
	};
	return (
		<PaletteFrame
			steering={steering}
			label="Choose a transaction"
			about={applicant.name}
			values={answer ? [...payments.map(paymentValue), tabValue] : []}
			count={answer ? payments.length : 0}
			isPending={answer === undefined}
			empty={emptyText(answer?.ok === false ? answer.error : undefined, answer === undefined, words.length > 0)}
			onActions={(value) => {
				const payment = payments.find((one) => paymentValue(one) === value);
				if (payment) act(payment);
				return payment !== undefined;
			}}
			hints={{ "↑↓": "choose", "↵": "open", "→": "actions", esc: "back" }}
		>
			{payments.map((payment) => (
				<PaymentItem
					key={payment.id}
					payment={payment}
					words={words}
					onChoose={() =>
						// why: users who see applicants and no payments have the tab, and no sheet of one payment.
						mayCall(user, may.readPayments) ? leaveTo(`/${orgName}/transactions/${payment.id}`) : act(payment)
					}
					onActions={() => act(payment)}
				/>
			))}
			{answer && (
				<PaletteItem value={tabValue} icon={CreditCard} onChoose={toTab}>
					Open the tab of transactions
				</PaletteItem>
			)}
		</PaletteFrame>
	);
};

const emptyText = (failure: string | undefined, isPending: boolean, isSearched: boolean): string => {
	if (isPending) return "Loading the transactions…";
	return failure ?? (isSearched ? "Nothing matches" : "No Transactions history available");
};
