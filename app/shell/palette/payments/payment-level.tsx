import { useNavigate, useSubmit } from "@remix-run/react";
import { Copy, Download, ListFilter, RefreshCw, UserRound } from "lucide-react";
import { may, mayCall } from "#app/session/may-call";
import type { Steering } from "#app/shell/palette/level";
import { Marked } from "#app/shell/palette/marked";
import { matchScore, wordsOf } from "#app/shell/palette/match-text";
import { PaletteFrame } from "#app/shell/palette/palette-frame";
import { PaletteItem } from "#app/shell/palette/palette-items";
import { useShell } from "#app/shell/shell-context";
import type { Icon } from "#app/ui/icon";
import { copyText } from "#app/ui/toast/copy-text";
import { capitalised } from "#worker/contract/text/printed-text";
import type { FoundPayment } from "#worker/services/transactions/contract";

interface Choice {
	value: string;
	title: string;
	icon: Icon;
	run(): void;
}

/** What can be done with a transaction. */
export const PaymentLevel = ({ payment, steering }: { payment: FoundPayment; steering: Steering }) => {
	const { orgName, user, csrf } = useShell();
	const navigate = useNavigate();
	const submit = useSubmit();
	const words = wordsOf(steering.query);
	const { id, reference, status, applicantId } = payment;
	const maySee = mayCall(user, may.readPayments);
	const here = `/${orgName}/transactions/${id}`;
	const applicant = applicantId === null ? null : `/${orgName}/applicants/${applicantId}`;
	const all: Choice[] = [
		...(maySee
			? [
					{
						value: "details",
						title: "View Details",
						icon: ListFilter,
						run: () => navigate(here, { preventScrollReset: true }),
					},
					{
						value: "check",
						title: "Check Status",
						icon: RefreshCw,
						run: () => submit({ csrf }, { method: "post", action: here, preventScrollReset: true }),
					},
				]
			: []),
		...(applicant && mayCall(user, may.seeApplicants)
			? [{ value: "applicant", title: "Go to applicant", icon: UserRound, run: () => navigate(applicant) }]
			: []),
		{ value: "copy", title: "Copy reference", icon: Copy, run: () => void copyText(reference) },
		...(applicant
			? [
					{
						value: "receipt",
						title: status === "success" ? "Download receipt" : "Download record, not a receipt",
						icon: Download,
						run: () => window.location.assign(`${maySee ? here : `${applicant}/transactions/${id}`}/receipt`),
					},
				]
			: []),
	];
	const choices = all.filter(({ title }) => matchScore(title, words) > 0);
	return (
		<PaletteFrame
			steering={steering}
			label="Choose an action"
			about={`${reference}, ${capitalised(status)}`}
			values={choices.map(({ value }) => `payment-action:${value}`)}
			count={choices.length}
			empty="Nothing matches"
			hints={{ "↑↓": "choose", "↵": "run", esc: "back" }}
		>
			{choices.map(({ value, title, icon, run }) => (
				<PaletteItem
					key={value}
					value={`payment-action:${value}`}
					icon={icon}
					onChoose={() => {
						steering.close();
						run();
					}}
				>
					<span>
						<Marked text={title} words={words} />
					</span>
				</PaletteItem>
			))}
		</PaletteFrame>
	);
};
