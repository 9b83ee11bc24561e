import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type SerializeFrom } from "@remix-run/cloudflare";
import { useActionData, useLoaderData, useLocation, useOutletContext } from "@remix-run/react";
import { ChevronLeft, ChevronRight, Clock, Copy, Download, RefreshCw, UserRound } from "lucide-react";
import type { ReactNode } from "react";
import { keepPage } from "#app/api/keep-page";
import { orThrow } from "#app/api/problem-response";
import { rowElementId } from "#app/list/rows";
import { transactionsSearch } from "#app/list/transactions-address";
import { checkPayment } from "#app/routes/transactions/check-payment.server";
import { Ledger } from "#app/routes/transactions/ledger";
import { PaymentLines, receiptLabel, shownAmount } from "#app/routes/transactions/transaction-status";
import { checkFormId, useTransactionCommands } from "#app/routes/transactions/use-transaction-commands";
import { may, mayCall } from "#app/session/may-call";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { ProblemPage } from "#app/shell/problem-page";
import { useShell } from "#app/shell/shell-context";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { TransactionStatusBadge } from "#app/shell/transaction-status-badge";
import { Button, LinkButton } from "#app/ui/button";
import { buttonClass } from "#app/ui/button-class";
import { Callout } from "#app/ui/callout";
import { DescriptionItem, DescriptionList } from "#app/ui/description-list";
import { Sheet } from "#app/ui/dialog/sheet";
import { SignedInForm } from "#app/ui/form/form";
import { useIsAwaiting } from "#app/ui/form/use-is-sending-here";
import { iconProps } from "#app/ui/icon";
import { IconButton, IconLink } from "#app/ui/icon-button";
import { TextLink } from "#app/ui/text-link";
import { copyText } from "#app/ui/toast/copy-text";
import { useHydrated } from "#app/ui/use-hydrated";
import { platformName } from "#worker/contract/payment-platforms";
import { capitalise } from "#worker/contract/text/capitalise";
import { formatDateTime } from "#worker/contract/text/dates";
import { formatMoney } from "#worker/contract/text/money";
import { getTransaction } from "#worker/services/transactions/contract";

export const meta = titledOver("Transaction");

/** Loads one payment with its ledger (§2 Details side sheet, Pending side sheet). */
export const loader = async (args: LoaderFunctionArgs) => {
	const { user, orgName, api } = await requireAccess(args, getTransaction);
	const transaction = orThrow(await api.call(getTransaction, { params: { id: args.params.transactionId ?? "" } }));
	const { id, applicantId } = transaction;
	const applicant = applicantId === null ? null : `/${orgName}/applicants/${applicantId}`;
	return json({
		transaction,
		here: `/${orgName}/transactions`,
		applicantTo: mayCall(user, may.seeApplicants) ? applicant : null,
		receiptTo: applicant && `/${orgName}/transactions/${id}/receipt`,
	});
};

/** Asks the provider again (§2 Try Again). */
export const action = async (args: ActionFunctionArgs) => {
	// why: only its proof that a page of this session sent it; the payment is that of the address.
	await readSignedInForm(args.request, args.context);
	return checkPayment(args, args.params.transactionId ?? "", "sheet");
};

/** Sent from the sheet, which stays when no answer comes (§8). */
export const clientAction = keepPage<{ error: string }>(({ problem: { error } }) => ({ error }));

export const { handle, shouldRevalidate } = shows({ payments: true });

export type OpenTransaction = SerializeFrom<typeof loader>;

const TransactionSheet = () => {
	const data = useLoaderData<typeof loader>();
	const { transaction, here } = data;
	const { id, status, reference, email } = transaction;
	const { search } = useLocation();
	const list = transactionsSearch(new URLSearchParams(search));
	const ids = useOutletContext<readonly string[]>();
	const at = ids.indexOf(id);
	const sheetOf = (other: string | undefined) => other && `${here}/${other}${list}`;
	const previousTo = sheetOf(at > 0 ? ids[at - 1] : undefined);
	const nextTo = sheetOf(at >= 0 ? ids[at + 1] : undefined);
	useTransactionCommands(data, { previousTo, nextTo });
	return (
		<Sheet
			label={`Transaction ${reference}`}
			closeTo={here + list}
			returnFocusTo={`#${rowElementId(id)} a`}
			width={720}
			bar={
				<>
					{previousTo && (
						<IconLink
							to={previousTo}
							label="Previous transaction"
							icon={ChevronLeft}
							size="small"
							replace
							preventScrollReset
						/>
					)}
					{nextTo && (
						<IconLink
							to={nextTo}
							label="Next transaction"
							icon={ChevronRight}
							size="small"
							replace
							preventScrollReset
						/>
					)}
				</>
			}
			header={
				<div className="flex flex-wrap items-start gap-x-3 gap-y-2 pt-1 pb-3.5">
					<div className="min-w-0 flex-1 basis-60">
						<div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
							<h2 className="text-lg tabular-nums">{shownAmount(transaction)}</h2>
							<TransactionStatusBadge status={status} />
						</div>
						<p className="mt-0.5 text-text-2 [overflow-wrap:anywhere]">{email}</p>
					</div>
					<SheetActions {...data} />
				</div>
			}
		>
			<TransactionBody {...data} />
		</Sheet>
	);
};
export default TransactionSheet;

const SheetActions = ({ transaction, applicantTo, receiptTo }: OpenTransaction) => {
	const isAwaiting = useIsAwaiting();
	return (
		<div className="flex flex-wrap gap-2">
			<SignedInForm id={checkFormId} method="post" preventScrollReset replace className="contents">
				{transaction.status !== "pending" && (
					<Button icon={RefreshCw} pending={isAwaiting}>
						Check Status
					</Button>
				)}
			</SignedInForm>
			{applicantTo && (
				<LinkButton to={applicantTo} icon={UserRound}>
					Applicant
				</LinkButton>
			)}
			{receiptTo && (
				<a href={receiptTo} download title={receiptLabel(transaction.status)} className={buttonClass()}>
					<Download {...iconProps} />
					{transaction.status === "success" ? "Receipt" : "Record"}
				</a>
			)}
		</div>
	);
};

const TransactionBody = ({ transaction }: OpenTransaction) => {
	const { organisation, user, orgName } = useShell();
	const refusal = useActionData<{ error: string }>()?.error;
	const { timeZone, aliases } = organisation;
	const { platform, currency, course, application, applicationId, paidAt, reversedAmount, fee, ledger } = transaction;
	return (
		<div className="grid gap-5 px-5 py-4.5 max-sm:px-3">
			{refusal && (
				<Callout tone="danger" role="alert">
					{refusal}
				</Callout>
			)}
			{transaction.status === "pending" && <StillPending transaction={transaction} />}
			<Part title="Payer">
				<DescriptionList columns={1}>
					<DescriptionItem label="Name">{transaction.name}</DescriptionItem>
					<DescriptionItem label="User Account">{transaction.username}</DescriptionItem>
					<DescriptionItem label="Email">{transaction.email}</DescriptionItem>
					<DescriptionItem label="Application">
						{mayCall(user, may.seeApplications) ? (
							<TextLink to={`/${orgName}/manage-applications/${applicationId}`}>{application.title}</TextLink>
						) : (
							application.title
						)}
					</DescriptionItem>
					<DescriptionItem label={capitalise(aliases.course)}>
						{course && `${course.code} ${course.title}`}
					</DescriptionItem>
				</DescriptionList>
			</Part>
			<Part title="Payment">
				<DescriptionList columns={1}>
					<DescriptionItem label="Date">{formatDateTime(transaction.createdAt, timeZone)}</DescriptionItem>
					<DescriptionItem label="Platform">{platformName(platform)}</DescriptionItem>
					<DescriptionItem label="Reference">
						<Copied text={transaction.reference} label="Copy reference" />
					</DescriptionItem>
					<DescriptionItem label="RRR">
						{transaction.rrr && <Copied text={transaction.rrr} label="Copy RRR" />}
					</DescriptionItem>
					{paidAt !== null && <DescriptionItem label="Paid">{formatDateTime(paidAt, timeZone)}</DescriptionItem>}
					{fee !== null && <DescriptionItem label="Kept by the platform">{formatMoney(fee, currency)}</DescriptionItem>}
					{reversedAmount > 0 && (
						<DescriptionItem label="Went back">{formatMoney(reversedAmount, currency)}</DescriptionItem>
					)}
				</DescriptionList>
			</Part>
			<Part title="Items">
				<PaymentLines transaction={transaction} />
			</Part>
			<Part title="History">
				{ledger.length === 0 ? (
					<p className="text-text-2">Nothing was asked or reported yet.</p>
				) : (
					<Ledger events={ledger} />
				)}
			</Part>
		</div>
	);
};

/** §8: says that the reference is still pending, and offers to check again (§2 Pending side sheet). */
const StillPending = ({ transaction }: Pick<OpenTransaction, "transaction">) => {
	const { timeZone } = useShell().organisation;
	const isAwaiting = useIsAwaiting();
	const { reference, platform, canBeChecked, checkedAt, dueAt } = transaction;
	return (
		<Callout
			tone="warning"
			icon={Clock}
			action={
				<Button form={checkFormId} variant="primary" icon={RefreshCw} pending={isAwaiting}>
					Try Again
				</Button>
			}
		>
			<p className="font-medium [overflow-wrap:anywhere]">
				The transaction with the reference {reference} is still pending, try checking again.
			</p>
			{!canBeChecked && <p>No keys of {platformName(platform)} are configured, so it cannot be asked.</p>}
			{checkedAt !== null && <p>Last checked {formatDateTime(checkedAt, timeZone)}.</p>}
			{canBeChecked && dueAt !== null && <p>Checked again by itself {formatDateTime(dueAt, timeZone)}.</p>}
		</Callout>
	);
};

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
	<section>
		<h3 className="mb-1.5">{title}</h3>
		{children}
	</section>
);

/** A text that is often needed elsewhere, with a button that copies it. */
const Copied = ({ text, label }: { text: string; label: string }) => {
	const isHydrated = useHydrated();
	return (
		<span className="inline-flex max-w-full items-center gap-1 [overflow-wrap:anywhere]">
			{text}
			{isHydrated && (
				<IconButton
					type="button"
					label={label}
					icon={Copy}
					size="small"
					className="-my-1 shrink-0"
					onClick={() => copyText(text)}
				/>
			)}
		</span>
	);
};

export const ErrorBoundary = () => (
	<ProblemPage
		texts={{ 404: { title: "Page not Found", message: "This transaction does not exist, or is no longer there." } }}
	/>
);
