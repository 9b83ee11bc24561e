import {
	type ActionFunctionArgs,
	json,
	type LoaderFunctionArgs,
	redirect,
	type SerializeFrom,
} from "@remix-run/cloudflare";
import { useLoaderData, useLocation } from "@remix-run/react";
import { Clock } from "lucide-react";
import * as v from "valibot";
import { keepPage } from "#app/api/keep-page";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { idempotencyKeyIn } from "#app/list/idempotency-key";
import { rowElementId } from "#app/list/rows";
import { ExceptionActions } from "#app/routes/transactions/exception-actions";
import { doneLabels, kindHelp, kindLabels } from "#app/routes/transactions/exception-texts";
import { exceptionsSearch } from "#app/routes/transactions/exceptions-address";
import { Ledger } from "#app/routes/transactions/ledger";
import { may, mayAt, mayCall } from "#app/session/may-call";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { ProblemPage } from "#app/shell/problem-page";
import { useShell } from "#app/shell/shell-context";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { TransactionStatusBadge } from "#app/shell/transaction-status-badge";
import { Callout } from "#app/ui/callout";
import { DescriptionItem, DescriptionList } from "#app/ui/description-list";
import { Sheet } from "#app/ui/dialog/sheet";
import { fieldText } from "#app/ui/form/field-text";
import { TextLink } from "#app/ui/text-link";
import { platformName } from "#worker/contract/payment-platforms";
import { formatDateTime } from "#worker/contract/text/dates";
import { formatMoney } from "#worker/contract/text/money";
import { readAmount } from "#worker/contract/text/typed-amount";
import { searchEverything } from "#worker/services/search/contract";
import {
	type ExceptionDetails,
	ExceptionResolution,
	getException,
	resolveException,
} from "#worker/services/transactions/exceptions.contract";

export const meta = titledOver("Payment exception");

/** Loads one exception, and the applicants that were searched for to attach it to. */
export const loader = async (args: LoaderFunctionArgs) => {
	const { user, orgName, api } = await requireAccess(args, getException);
	const q = new URL(args.request.url).searchParams.get("applicant")?.trim() ?? "";
	const maySearch = mayCall(user, searchEverything);
	const [exception, found] = await Promise.all([
		api.call(getException, { params: { id: args.params.exceptionId ?? "" } }),
		q && maySearch ? api.call(searchEverything, { query: { q } }) : undefined,
	]);
	const opened = orThrow(exception);
	const { applicant } = opened;
	return json({
		exception: opened,
		q,
		maySearch,
		found: found?.ok ? found.value.applicants : null,
		here: `/${orgName}/transactions/exceptions`,
		paymentsTo: `/${orgName}/transactions`,
		applicantTo: applicant && mayCall(user, may.seeApplicants) ? `/${orgName}/applicants/${applicant.id}` : null,
		mayResolve: mayAt(user, opened, resolveException),
		idempotencyKey: crypto.randomUUID(),
	});
};

export type OpenException = SerializeFrom<typeof loader>;

/** What of the forms is said about: which action was refused, its fields' errors, and what was typed. */
export interface Refused {
	action: string;
	typed: Record<string, string>;
	fields: Partial<Record<string, string[]>>;
	error: string | null;
}

const names = ["action", "reason", "amount", "currency", "transactionId", "candidateId", "lineName"] as const;

const typedIn = (form: FormData): Record<string, string> =>
	Object.fromEntries(
		names.flatMap((name) => {
			const text = fieldText(form.get(name)).trim();
			return text === "" ? [] : [[name, text]];
		}),
	);

/** What an empty or a misspelt field needs, in words. */
const needs: Record<string, string> = {
	reason: "Enter a reason",
	transactionId: "Choose a payment.",
	candidateId: "Choose an applicant.",
	amount: "Enter an amount such as 50,000.00.",
};

/** Does something about the exception; a resolved one leads back to the list. */
export const action = async (args: ActionFunctionArgs) => {
	const { orgName, api, session } = await requireAccess(args, resolveException);
	const { exceptionId = "" } = args.params;
	const form = await readSignedInForm(args.request, args.context);
	const typed = typedIn(form);
	const refuse = (more: Partial<Refused>, status: number) =>
		json<Refused>({ action: typed.action ?? "", typed, fields: {}, error: null, ...more }, { status });
	// why NaN: what is no amount is refused as one.
	const amount = typed.amount === undefined ? {} : { amount: readAmount(typed.amount) ?? Number.NaN };
	const body = v.safeParse(ExceptionResolution, { ...typed, ...amount });
	if (!body.success) {
		const wrong = body.issues.map((issue) => [String(issue.path?.[0]?.key ?? ""), issue.message] as const);
		return refuse({ fields: Object.fromEntries(wrong.map(([name, said]) => [name, [needs[name] ?? said]])) }, 422);
	}
	const idempotencyKey = idempotencyKeyIn(form);
	const done = await api.call(
		resolveException,
		{ params: { id: exceptionId }, body: body.output },
		{ ...(idempotencyKey && { idempotencyKey }) },
	);
	if (!done.ok) {
		if (done.problem.status === 404) orThrow(done);
		const { fields = {}, error } = done.problem;
		return refuse({ fields, error: Object.keys(fields).length > 0 ? null : error }, httpStatus(done.problem));
	}
	session.flash(toastOf(done.value, body.output.action));
	const list = `/${orgName}/transactions/exceptions`;
	const search = exceptionsSearch(new URL(args.request.url).searchParams);
	return redirect((done.value.resolvedAt === null ? `${list}/${exceptionId}` : list) + search);
};

const toastOf = ({ resolvedAt, kind, reference }: ExceptionDetails, asked: string) => {
	if (resolvedAt !== null) return { kind: "success", message: `${kindLabels[kind]}, ${reference}: resolved.` } as const;
	return asked === "refund_later"
		? ({
				kind: "success",
				message: "Marked as to be refunded. This closes when the platform reports the refund.",
			} as const)
		: ({ kind: "warning", message: "The platform says nothing new. This stays open." } as const);
};

/** Sent from the sheet, which stays when no answer comes (§8). */
export const clientAction = keepPage<typeof action>(({ form, problem: { error } }) => ({
	action: fieldText(form.get("action")),
	typed: typedIn(form),
	fields: {},
	error,
}));

export const { handle, shouldRevalidate } = shows({ payments: true });

const ExceptionSheet = () => {
	const data = useLoaderData<typeof loader>();
	const { exception, here } = data;
	const { search } = useLocation();
	const list = exceptionsSearch(new URLSearchParams(search));
	const { id, kind, reference } = exception;
	return (
		<Sheet
			label={`${kindLabels[kind]}: ${reference}`}
			closeTo={here + list}
			returnFocusTo={`#${rowElementId(id)} a`}
			width={720}
			header={
				<div className="pt-1 pb-3.5">
					<h2 className="text-lg">{kindLabels[kind]}</h2>
					<p className="mt-0.5 text-text-2 [overflow-wrap:anywhere]">{reference}</p>
				</div>
			}
		>
			<div className="grid gap-5 px-5 py-4.5 max-sm:px-3">
				<Facts {...data} />
				<ExceptionActions key={id} {...data} />
				{exception.payments.length > 0 && <Payments {...data} />}
				{exception.ledger.length > 0 && (
					<section>
						<h3 className="mb-1.5">History</h3>
						<Ledger events={exception.ledger} />
					</section>
				)}
			</div>
		</Sheet>
	);
};
export default ExceptionSheet;

const Facts = ({ exception, applicantTo }: OpenException) => {
	const { timeZone } = useShell().organisation;
	const { kind, reason, platform, amount, currency, refundOf, createdAt, applicant, ...done } = exception;
	const { resolvedAt, resolvedByName, action: did, resolution } = done;
	return (
		<>
			{resolvedAt !== null && (
				<Callout tone="success">
					<p className="font-medium">{doneLabels[did ?? ""] ?? "Resolved"}</p>
					<p className="[overflow-wrap:anywhere]">{resolution}</p>
					<p>
						{resolvedByName && `${resolvedByName} · `}
						{formatDateTime(resolvedAt, timeZone)}
					</p>
				</Callout>
			)}
			{refundOf && resolvedAt === null && (
				<Callout tone="warning" icon={Clock}>
					A refund is under way. This closes by itself when the platform reports it.
				</Callout>
			)}
			<section>
				<h3 className="mb-1.5">Why</h3>
				<p className="mb-2 [overflow-wrap:anywhere]">{reason}</p>
				{resolvedAt === null && <p className="mb-2 text-text-2">{kindHelp[kind]}</p>}
				<DescriptionList columns={1}>
					<DescriptionItem label="Platform">{platformName(platform)}</DescriptionItem>
					{amount !== null && (
						<DescriptionItem label={kind === "paid_but_pending" ? "Reported as paid" : "Received"}>
							{formatMoney(amount, currency ?? undefined)}
						</DescriptionItem>
					)}
					<DescriptionItem label="Noticed">{formatDateTime(createdAt, timeZone)}</DescriptionItem>
					{applicant && (
						<DescriptionItem label="Applicant">
							{applicantTo ? <TextLink to={applicantTo}>{applicant.name}</TextLink> : applicant.name}
						</DescriptionItem>
					)}
				</DescriptionList>
			</section>
		</>
	);
};

const Payments = ({ exception, paymentsTo }: OpenException) => {
	const { timeZone } = useShell().organisation;
	const { payments } = exception;
	return (
		<section>
			<h3 className="mb-1.5">{payments.length === 1 ? "Payment" : "Payments"}</h3>
			<ul className="grid gap-2">
				{payments.map(({ id, reference, status, total, currency, reversedAmount, createdAt, paidAt }) => (
					<li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md border border-line px-3 py-2">
						<span className="min-w-0 flex-1 basis-56">
							<TextLink to={`${paymentsTo}/${id}`} className="font-medium [overflow-wrap:anywhere]">
								{reference}
							</TextLink>
							<span className="block text-text-2">
								{paidAt === null
									? `Started ${formatDateTime(createdAt, timeZone)}`
									: `Paid ${formatDateTime(paidAt, timeZone)}`}
								{reversedAmount > 0 && ` · ${formatMoney(reversedAmount, currency)} went back`}
							</span>
						</span>
						<span className="tabular-nums">{formatMoney(total, currency)}</span>
						<TransactionStatusBadge status={status} />
					</li>
				))}
			</ul>
		</section>
	);
};

export const ErrorBoundary = () => (
	<ProblemPage
		texts={{
			404: { title: "Page not Found", message: "This exception does not exist, or you cannot see its payment." },
		}}
	/>
);
