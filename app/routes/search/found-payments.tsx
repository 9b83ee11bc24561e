import { Download, RefreshCw } from "lucide-react";
import { formatAgo } from "#app/format/relative-time";
import { may, mayCall } from "#app/session/may-call";
import { useShell } from "#app/shell/shell-context";
import { TransactionStatusBadge } from "#app/shell/transaction-status-badge";
import { Button, LinkButton } from "#app/ui/button";
import { buttonClass } from "#app/ui/button-class";
import { Card } from "#app/ui/card";
import { SignedInForm } from "#app/ui/form/form";
import { iconProps } from "#app/ui/icon";
import { TextLink } from "#app/ui/text-link";
import { VisuallyHidden } from "#app/ui/visually-hidden";
import { platformName } from "#worker/contract/payment-platforms";
import { formatMoney } from "#worker/contract/text/money";
import type { FoundPayment } from "#worker/services/transactions/contract";

/** Transactions, with the palette's actions as links and forms. */
export const FoundPayments = ({ payments, now }: { payments: readonly FoundPayment[]; now: number }) => {
	const { orgName, user } = useShell();
	const maySee = mayCall(user, may.seeApplicants);
	return (
		<Card>
			<h2 className="border-b border-line px-4 py-2.5 font-medium">Transactions</h2>
			<ul>
				{payments.map(({ id, reference, name, total, currency, platform, createdAt, status, applicantId }) => (
					<li
						key={id}
						className="flex flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-line px-4 py-2 last:border-b-0"
					>
						<div className="min-w-40 flex-1">
							<TextLink to={`/${orgName}/transactions/${id}`} className="font-medium">
								{reference}
							</TextLink>
							<p className="text-text-2">
								{name} · {formatMoney(total, currency)} · {platformName(platform)} · {formatAgo(createdAt, now)}
							</p>
						</div>
						<TransactionStatusBadge status={status} />
						<SignedInForm action={`/${orgName}/transactions/${id}`}>
							<Button type="submit" size="small" icon={RefreshCw}>
								Check Status<VisuallyHidden>: {reference}</VisuallyHidden>
							</Button>
						</SignedInForm>
						{maySee && applicantId !== null && (
							<LinkButton to={`/${orgName}/applicants/${applicantId}`} size="small">
								Go to applicant<VisuallyHidden>: {name}</VisuallyHidden>
							</LinkButton>
						)}
						{applicantId !== null && (
							<a href={`/${orgName}/transactions/${id}/receipt`} download className={buttonClass({ size: "small" })}>
								<Download {...iconProps} />
								{status === "success" ? "Receipt" : "Record, not a receipt"}
								<VisuallyHidden>: {reference}</VisuallyHidden>
							</a>
						)}
					</li>
				))}
			</ul>
		</Card>
	);
};
