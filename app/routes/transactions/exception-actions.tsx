import { useLocation } from "@remix-run/react";
import { ChevronRight, Search } from "lucide-react";
import type { ReactNode } from "react";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { useKeptKey } from "#app/api/use-kept-key";
import type { OpenException, Refused } from "#app/routes/transactions/exception";
import { actionHelp, actionLabels } from "#app/routes/transactions/exception-texts";
import { Button, LinkButton } from "#app/ui/button";
import { Callout } from "#app/ui/callout";
import { FieldErrors } from "#app/ui/form/field";
import { Form, SignedInForm } from "#app/ui/form/form";
import { FormErrors } from "#app/ui/form/form-errors";
import { SelectField } from "#app/ui/form/select-field";
import { TextField } from "#app/ui/form/text-field";
import { useIsAwaiting } from "#app/ui/form/use-is-sending-here";
import { iconProps } from "#app/ui/icon";
import { Radio } from "#app/ui/radio";
import { paymentCurrencies } from "#worker/contract/payment-platforms";
import { formatMoney } from "#worker/contract/text/money";
import type { ExceptionAction } from "#worker/services/transactions/exceptions.contract";

/** What can be done about an open exception: what fits best is open, the rest opens. */
export const ExceptionActions = (open: OpenException) => {
	const { exception, mayResolve } = open;
	const refused = useKeptAnswer<Refused>();
	const [first, ...others] = exception.actions;
	if (first === undefined) return null;
	if (!mayResolve)
		return <Callout>You can see this, but not resolve it. Ask somebody who may change payments.</Callout>;
	return (
		<section className="grid gap-3">
			<h3>What to do</h3>
			<ActionForm open={open} action={first} refused={refused} isMain />
			{others.map((action) => (
				<details key={action} open={refused?.action === action} className="group/action rounded-md border border-line">
					<summary className="flex cursor-pointer list-none items-center gap-2 rounded-md px-3 py-2 font-medium outline-none hover:bg-hover focus-visible:outline-2 focus-visible:outline-focus [&::-webkit-details-marker]:hidden">
						<ChevronRight
							{...iconProps}
							className="shrink-0 text-text-3 transition-transform group-open/action:rotate-90 motion-reduce:transition-none"
						/>
						{actionLabels[action]}
					</summary>
					<div className="px-3 pb-3">
						<ActionForm open={open} action={action} refused={refused} />
					</div>
				</details>
			))}
		</section>
	);
};

interface ActionFormProps {
	open: OpenException;
	action: ExceptionAction;
	refused: Refused | undefined;
	isMain?: boolean;
}

const ActionForm = ({ open, action, refused, isMain = false }: ActionFormProps) => {
	const { search } = useLocation();
	const isAwaiting = useIsAwaiting();
	const key = useKeptKey(open.idempotencyKey, refused);
	const own = refused?.action === action ? refused : undefined;
	const { kind, amount } = open.exception;
	const field = (name: string) => ({
		id: `${action}-${name}`,
		name,
		errors: own?.fields[name] ?? null,
		defaultValue: own?.typed[name],
	});
	const isUnknown = kind === "unknown_reference";
	const formId = `do-${action}`;
	return (
		<div className="grid gap-3">
			<p className="text-text-2">{actionHelp[action]}</p>
			{action === "attach" && <ApplicantSearch {...open} />}
			<SignedInForm
				id={formId}
				// why with what was searched: the applicants that were found stay when something is refused.
				action={search || "?"}
				preventScrollReset
				className="grid gap-3"
			>
				<input type="hidden" name="action" value={action} />
				<input type="hidden" name="idempotencyKey" value={key} />
				{/* why: what is accepted is what was read here. */}
				{action === "accept" && amount !== null && (
					<input type="hidden" name="amount" value={(amount / 100).toFixed(2)} />
				)}
				<FormErrors errors={own?.error ? [own.error] : []} />
				{(action === "refund_later" || action === "refunded") && <PaymentChoice {...open} action={action} own={own} />}
				{action === "attach" && <ApplicantChoice {...open} own={own} />}
				{action === "attach" && isUnknown && (
					<TextField {...field("lineName")} label="What it was for" placeholder="Fee" />
				)}
				{((action === "accept" && amount === null) || (action === "attach" && isUnknown)) && (
					<TextField
						{...field("amount")}
						label="What was paid"
						description={isUnknown ? "Needed where the platform does not name it." : undefined}
						inputMode="decimal"
						placeholder="50,000.00"
						autoComplete="off"
					/>
				)}
				{action === "attach" && isUnknown && (
					<SelectField
						{...field("currency")}
						label="Currency"
						placeholder="As the platform says"
						options={paymentCurrencies.map((currency) => ({ value: currency, label: currency }))}
					/>
				)}
				{needsReason(action) && (
					<TextField {...field("reason")} label="Reason" required maxLength={300} autoComplete="off" />
				)}
				<div className="flex flex-wrap gap-2">
					<Button variant={isMain ? "primary" : undefined} pending={isAwaiting && isMain}>
						{actionLabels[action]}
					</Button>
					{action === "admission_changed" && open.applicantTo && (
						<LinkButton to={`${open.applicantTo}/stage`}>Move to stage</LinkButton>
					)}
				</div>
			</SignedInForm>
		</div>
	);
};

const needsReason = (action: ExceptionAction): boolean =>
	action !== "check" && action !== "attach" && action !== "admission_changed";

interface OwnProps {
	own: Refused | undefined;
}

/** Which of the payments for the same is meant: the later one, unless somebody chooses another. */
const PaymentChoice = ({ exception, action, own }: OpenException & OwnProps & { action: ExceptionAction }) => {
	const { payments, transactionId, refundOf } = exception;
	const chosen = own?.typed.transactionId ?? refundOf ?? transactionId;
	return (
		<fieldset className="grid gap-1.5">
			<legend className="mb-1.5 font-medium">Payment</legend>
			{payments.map(({ id, reference, total, currency }) => (
				<Choice key={id} name="transactionId" value={id} isChosen={chosen === id} formName={action}>
					{reference}, {formatMoney(total, currency)}
				</Choice>
			))}
			{own?.fields.transactionId && <FieldErrors errors={own.fields.transactionId} />}
		</fieldset>
	);
};

/** Finds applicants by what is typed. why a form of its own: without scripts it is a page of its own. */
const ApplicantSearch = ({ q, maySearch }: OpenException) => {
	const { search } = useLocation();
	if (!maySearch) return <Callout tone="warning">You need to see applicants to attach a payment to one.</Callout>;
	return (
		<Form method="get" role="search" preventScrollReset className="flex items-end gap-2">
			{[...new URLSearchParams(search)]
				.filter(([name]) => name !== "applicant")
				.map(([name, value]) => (
					<input key={name} type="hidden" name={name} value={value} />
				))}
			<TextField
				key={q}
				id="find-applicant"
				name="applicant"
				type="search"
				label="Find the applicant"
				placeholder="Name, number or email"
				defaultValue={q}
				icon={Search}
				maxLength={200}
				className="flex-1"
			/>
			<Button>Search</Button>
		</Form>
	);
};

/** The applicants that were found. */
const ApplicantChoice = ({ found, q, own }: OpenException & OwnProps) => {
	const errors = own?.fields.candidateId;
	return (
		<>
			{found && found.length === 0 && <p role="status">No applicant matches “{q}”.</p>}
			{found && found.length > 0 && (
				<fieldset className="grid gap-1.5">
					<legend className="mb-1.5 font-medium">Applicant</legend>
					{found.map(({ id, name, applicationNumber, courseCode, applicationTitle }, index) => (
						<Choice
							key={id}
							name="candidateId"
							value={id}
							isChosen={own ? own.typed.candidateId === id : found.length === 1 && index === 0}
							formName="attach"
						>
							{name}
							<span className="block text-text-2">
								{applicationNumber} · {courseCode} · {applicationTitle}
							</span>
						</Choice>
					))}
				</fieldset>
			)}
			{errors && <FieldErrors errors={errors} />}
		</>
	);
};

interface ChoiceProps {
	name: string;
	value: string;
	isChosen: boolean;
	formName: string;
	children: ReactNode;
}

const Choice = ({ name, value, isChosen, formName, children }: ChoiceProps) => (
	<label
		htmlFor={`${formName}-${value}`}
		className="flex cursor-pointer items-start gap-2.5 rounded-md border border-line px-3 py-2 has-checked:border-accent"
	>
		<Radio id={`${formName}-${value}`} name={name} value={value} defaultChecked={isChosen} className="mt-0.5" />
		<span className="min-w-0 [overflow-wrap:anywhere]">{children}</span>
	</label>
);
