import type { Submission } from "@conform-to/react";
import { parseWithValibot } from "@conform-to/valibot";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import { replyWithProblem } from "#app/api/form-answer";
import { keepPage } from "#app/api/keep-page";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { fullName } from "#app/format/names";
import { readSheetSearch } from "#app/list/list-address";
import { PaymentFields } from "#app/routes/transactions/payment-fields";
import { type Applied, PaymentForm, readApplied } from "#app/routes/transactions/payment-form";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { Button } from "#app/ui/button";
import { Callout } from "#app/ui/callout";
import { Dialog } from "#app/ui/dialog/dialog";
import { useIsSendingHere } from "#app/ui/form/use-is-sending-here";
import type { Problem } from "#worker/contract/problems";
import { listPaymentPlatforms, previewPayment, startPayment } from "#worker/services/transactions/taking.contract";

export const meta = titledOver("Take a payment");

export const loader = async (args: LoaderFunctionArgs) => {
	const { api, orgName } = await requireAccess(args, startPayment, listPaymentPlatforms);
	const { applicantId = "" } = args.params;
	const applicant = orThrow(await args.context.applicant(applicantId));
	const { applicationId } = applicant;
	const { choices, addOns } = orThrow(await api.call(listPaymentPlatforms, { query: { applicationId } }));
	return json({
		choices,
		addOns,
		// why a comma: of an address in brackets a narrow screen leaves the last one on a line of its own.
		payer: `${fullName(applicant)}, ${applicant.accountEmail}`,
		tab: `/${orgName}/applicants/${applicantId}/transactions`,
		idempotencyKey: crypto.randomUUID(),
	});
};

/** Starts the payment, shows what a discount code makes of it, or answers a button that changes the form alone. */
export const action = async (args: ActionFunctionArgs) => {
	const { api, orgName } = await requireAccess(args, startPayment, listPaymentPlatforms);
	const { applicantId = "" } = args.params;
	const form = await readSignedInForm(args.request, args.context, { hasLists: true });
	const submission = parseWithValibot(form, { schema: PaymentForm });
	const applied = readApplied(form);
	if (submission.status !== "success")
		return json({ applied, result: submission.reply() }, { status: submission.status === "error" ? 422 : 200 });
	const { idempotencyKey, ...typed } = submission.value;
	const body = { candidateId: applicantId, ...typed };
	const { choices } = orThrow(await api.call(listPaymentPlatforms, { query: {} }));
	if (!choices.some(({ id }) => id === typed.configurationId)) {
		const gone = { configurationId: ["This platform is no longer active. Choose another one."] };
		return json({ applied, result: submission.reply({ fieldErrors: gone }) }, { status: 422 });
	}
	if (form.get("intent") === "apply") {
		if (typed.discountCode === undefined) {
			const missing = { discountCode: ["Enter a discount code."] };
			return json({ applied: null, result: submission.reply({ fieldErrors: missing }) }, { status: 422 });
		}
		const priced = await api.call(previewPayment, { body });
		if (!priced.ok) return refuse(submission, priced.problem, null);
		const { rule, currency } = priced.value;
		return json({ applied: rule && { code: typed.discountCode, currency, rule }, result: submission.reply() });
	}
	const started = await api.call(startPayment, { body }, { idempotencyKey });
	if (!started.ok) {
		if (started.problem.status === 404) orThrow(started);
		return refuse(submission, started.problem, applied);
	}
	const search = readSheetSearch(new URL(args.request.url).searchParams);
	return redirect(`/${orgName}/applicants/${applicantId}/transactions/${started.value.id}/link${search}`);
};

/** Answers with the form as it was typed; a discount that was refused is no longer applied. */
const refuse = (submission: Submission<unknown>, problem: Problem, applied: Applied | null) =>
	json(
		{ applied: problem.fields?.discountCode ? null : applied, result: replyWithProblem(submission, problem) },
		{ status: httpStatus(problem) },
	);

export const clientAction = keepPage<typeof action>(({ form, problem }) => ({
	applied: readApplied(form),
	result: replyWithProblem(parseWithValibot(form, { schema: PaymentForm }), problem),
}));

export const { handle, shouldRevalidate } = shows({ applicant: true, records: true });

const formId = "take-payment";

/** Starts a payment for the open applicant (§7 Payments). */
const TakePayment = () => {
	const { choices, payer, tab } = useLoaderData<typeof loader>();
	const [params] = useSearchParams();
	const isSending = useIsSendingHere();
	return (
		<Dialog
			title="Take a payment"
			description={`Paid by ${payer}`}
			closeTo={tab + readSheetSearch(params)}
			width={760}
			growsDown
			cancel
			footer={
				choices.length > 0 && (
					<Button form={formId} variant="primary" pending={isSending}>
						Make payment link
					</Button>
				)
			}
		>
			{choices.length === 0 ? (
				<Callout tone="warning">
					No payment platform is active. Payments can be taken once one is set up in the system settings.
				</Callout>
			) : (
				<PaymentFields formId={formId} />
			)}
		</Dialog>
	);
};
export default TakePayment;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
