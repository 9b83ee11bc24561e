import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import { ExternalLink, Mail } from "lucide-react";
import { keepPage } from "#app/api/keep-page";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { useKeptKey } from "#app/api/use-kept-key";
import { idempotencyKeyIn } from "#app/list/idempotency-key";
import { readSheetSearch } from "#app/list/list-address";
import { Said } from "#app/list/live-region";
import { ShownSecret } from "#app/records/shown-secret";
import { mayCall } from "#app/session/may-call";
import { readSignedInForm } from "#app/session/read-form.server";
import { refusal } from "#app/session/refusal.server";
import { requireAccess } from "#app/session/require-user.server";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { Button } from "#app/ui/button";
import { buttonClass } from "#app/ui/button-class";
import { DescriptionItem, DescriptionList } from "#app/ui/description-list";
import { Dialog } from "#app/ui/dialog/dialog";
import { SignedInForm } from "#app/ui/form/form";
import { useIsSendingHere } from "#app/ui/form/use-is-sending-here";
import { iconProps } from "#app/ui/icon";
import { platformName } from "#worker/contract/payment-platforms";
import { problemToast } from "#worker/contract/screen-problems";
import { formatMoney } from "#worker/contract/text/money";
import { sendEmail } from "#worker/services/emails/sending.contract";
import { getPaymentPage } from "#worker/services/transactions/taking.contract";

export const meta = titledOver("Payment link");

/** @throws 404 for a payment of another applicant */
const readPage = async ({ context, params }: LoaderFunctionArgs | ActionFunctionArgs) => {
	const { applicantId = "", transactionId = "" } = params;
	const page = orThrow(await context.api.call(getPaymentPage, { params: { id: transactionId } }));
	if (page.applicantId !== applicantId) throw refusal("not_found");
	return page;
};

export const loader = async (args: LoaderFunctionArgs) => {
	const { orgName, user } = await requireAccess(args, getPaymentPage);
	const { address, total, currency, reference, platform, email, status } = await readPage(args);
	return json({
		address,
		total,
		currency,
		reference,
		platform,
		email,
		mayEmail: status === "pending" && mayCall(user, sendEmail),
		tab: `/${orgName}/applicants/${args.params.applicantId ?? ""}/transactions`,
		idempotencyKey: crypto.randomUUID(),
	});
};

/** Emails the link to the applicant. */
export const action = async (args: ActionFunctionArgs) => {
	const { api } = await requireAccess(args, getPaymentPage, sendEmail);
	const form = await readSignedInForm(args.request, args.context);
	const { address, total, currency, reference, applicationId, applicantId, email } = await readPage(args);
	const data = {
		applicationId,
		candidateIds: applicantId === null ? [] : [applicantId],
		subject: `Payment ${reference}`,
		message: `<p>Please pay ${formatMoney(total, currency)} on this page:</p><p><a href="${address}">${address}</a></p><p>The reference of the payment is ${reference}.</p>`,
	};
	const sent = await api.call(sendEmail, { body: { data, files: [] } }, { idempotencyKey: idempotencyKeyIn(form) });
	if (sent.ok) return json({ said: `The link is sent to ${email}.`, error: "" });
	return json({ said: "", error: problemToast(sent.problem) }, { status: httpStatus(sent.problem) });
};

export const clientAction = keepPage<typeof action>(({ problem }) => ({ said: "", error: problemToast(problem) }));

export const { handle, shouldRevalidate } = shows({ applicant: true, records: true });

/** The link of a payment, which its payer needs. */
const PaymentLink = () => {
	const { address, total, currency, reference, platform, email, mayEmail, tab, ...loaded } =
		useLoaderData<typeof loader>();
	const answer = useKeptAnswer<typeof action>();
	const key = useKeptKey(loaded.idempotencyKey, answer);
	const [params] = useSearchParams();
	const isSending = useIsSendingHere();
	return (
		<Dialog
			title="Payment link"
			description="Anyone with the link can pay, and see whether the payment has arrived."
			closeTo={tab + readSheetSearch(params)}
			width={600}
			footer={
				<a href={address} className={buttonClass({ variant: "primary" })}>
					<ExternalLink {...iconProps} />
					Open the payment page
				</a>
			}
		>
			<div className="grid gap-4">
				<Said text={answer?.said ?? ""} tone="info" role="status" />
				<Said text={answer?.error ?? ""} tone="danger" role="alert" />
				<ShownSecret label="Link for the payer" secret={address} />
				<DescriptionList>
					<DescriptionItem label="Total">{formatMoney(total, currency)}</DescriptionItem>
					<DescriptionItem label="Platform">{platformName(platform)}</DescriptionItem>
					<DescriptionItem label="Reference">{reference}</DescriptionItem>
				</DescriptionList>
				{mayEmail && (
					<SignedInForm preventScrollReset>
						<input type="hidden" name="idempotencyKey" value={key} />
						<Button icon={Mail} pending={isSending}>
							Email link to {email}
						</Button>
					</SignedInForm>
				)}
			</div>
		</Dialog>
	);
};
export default PaymentLink;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
