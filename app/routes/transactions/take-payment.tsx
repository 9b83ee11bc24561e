import { getFormProps, useForm } from "@conform-to/react";
import { parseWithValibot } from "@conform-to/valibot";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import { Calculator, Plus } from "lucide-react";
import { replyWithProblem } from "#app/api/form-answer";
import { keepPage } from "#app/api/keep-page";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { useKeptKey } from "#app/api/use-kept-key";
import { fullName } from "#app/format/names";
import { readSheetSearch } from "#app/list/list-address";
import { PaymentForm } from "#app/routes/transactions/payment-form";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { Button } from "#app/ui/button";
import { Callout } from "#app/ui/callout";
import { Dialog } from "#app/ui/dialog/dialog";
import { SignedInForm } from "#app/ui/form/form";
import { FormErrors } from "#app/ui/form/form-errors";
import { OrderButtons } from "#app/ui/form/order-buttons";
import { SelectField } from "#app/ui/form/select-field";
import { TextField } from "#app/ui/form/text-field";
import { useIsSendingHere } from "#app/ui/form/use-is-sending-here";
import { wired } from "#app/ui/form/wired";
import { useHydrated } from "#app/ui/use-hydrated";
import { paymentCurrencies, platformName } from "#worker/contract/payment-platforms";
import { formatMoney } from "#worker/contract/text/money";
import { readAmount } from "#worker/contract/text/typed-amount";
import { maxPaidLines, startPayment } from "#worker/services/transactions/contract";
import { listPaymentPlatforms, type PaymentChoice } from "#worker/services/transactions/taking.contract";

export const meta = titledOver("Take a payment");

export const loader = async (args: LoaderFunctionArgs) => {
	const { api, orgName } = await requireAccess(args, startPayment, listPaymentPlatforms);
	const { applicantId = "" } = args.params;
	const [choices, opened] = await Promise.all([
		api.call(listPaymentPlatforms, {}),
		args.context.applicant(applicantId),
	]);
	const applicant = orThrow(opened);
	return json({
		choices: orThrow(choices).choices,
		payer: `${fullName(applicant)} <${applicant.accountEmail}>`,
		tab: `/${orgName}/applicants/${applicantId}/transactions`,
		idempotencyKey: crypto.randomUUID(),
	});
};

/** Starts the payment, or answers a button that adds, moves or removes a line in the form alone. */
export const action = async (args: ActionFunctionArgs) => {
	const { api, orgName } = await requireAccess(args, startPayment, listPaymentPlatforms);
	const { applicantId = "" } = args.params;
	const form = await readSignedInForm(args.request, args.context, { hasLists: true });
	const submission = parseWithValibot(form, { schema: PaymentForm });
	if (submission.status !== "success")
		return json({ result: submission.reply() }, { status: submission.status === "error" ? 422 : 200 });
	const { idempotencyKey, ...body } = submission.value;
	const { choices } = orThrow(await api.call(listPaymentPlatforms, {}));
	const choice = choices.find(({ id }) => id === body.configurationId);
	const refused = refusedFields(choice, body.currency);
	if (refused) return json({ result: submission.reply({ fieldErrors: refused }) }, { status: 422 });
	const started = await api.call(startPayment, { body: { candidateId: applicantId, ...body } }, { idempotencyKey });
	if (!started.ok) {
		if (started.problem.status === 404) orThrow(started);
		return json({ result: replyWithProblem(submission, started.problem) }, { status: httpStatus(started.problem) });
	}
	const search = readSheetSearch(new URL(args.request.url).searchParams);
	return redirect(`/${orgName}/applicants/${applicantId}/transactions/${started.value.id}/link${search}`);
};

export const clientAction = keepPage<typeof action>(({ form, problem }) => ({
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
			width={680}
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
				<PaymentFields />
			)}
		</Dialog>
	);
};
export default TakePayment;

const PaymentFields = () => {
	const { choices, idempotencyKey } = useLoaderData<typeof loader>();
	const answer = useKeptAnswer<typeof action>();
	const key = useKeptKey(idempotencyKey, answer);
	const isHydrated = useHydrated();
	const [form, fields] = useForm({
		id: formId,
		...(answer && { lastResult: answer.result }),
		defaultValue: {
			configurationId: choices[0]?.id ?? "",
			currency: choices[0]?.currencies[0] ?? "",
			items: [{ name: "", amount: "" }],
		},
	});
	const { name } = fields.items;
	const list = fields.items.getFieldList();
	const choice = choices.find(({ id }) => id === fields.configurationId.value);
	return (
		<SignedInForm {...getFormProps(form)} className="grid gap-4">
			<button type="submit" tabIndex={-1} aria-hidden className="sr-only" />
			<input type="hidden" name="idempotencyKey" value={key} />
			<FormErrors errors={[...(form.errors ?? []), ...(fields.items.errors ?? [])]} />
			<div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_9rem]">
				<SelectField
					key={fields.configurationId.key}
					{...wired(fields.configurationId)}
					label="Platform"
					options={choices.map((one) => ({ value: one.id, label: `${platformName(one.platform)} · ${one.configId}` }))}
					required
				/>
				<SelectField
					key={fields.currency.key}
					{...wired(fields.currency)}
					label="Currency"
					options={paymentCurrencies.map((currency) => ({ value: currency, label: currency }))}
					required
				/>
			</div>
			<ol aria-label="Lines" className="grid gap-4">
				{list.map((item, index) => {
					const { name: itemName, amount } = item.getFieldset();
					const called = `line ${index + 1}`;
					return (
						<li key={item.key} className="grid gap-2 sm:grid-cols-[minmax(0,1fr)_9rem_auto]">
							<TextField
								{...wired(itemName)}
								label={`Name of ${called}`}
								autoComplete="off"
								autoFocusInDialog={index === 0}
								required
							/>
							<TextField
								{...wired(amount)}
								label={`Amount of ${called}`}
								autoComplete="off"
								inputMode="decimal"
								placeholder="50,000.00"
								className="tabular-nums"
								required
							/>
							<span className="flex gap-2 sm:mt-6.5">
								<OrderButtons
									{...{ called, index, length: list.length }}
									move={(to) => form.reorder.getButtonProps({ name, from: index, to })}
									remove={form.remove.getButtonProps({ name, index })}
								/>
							</span>
						</li>
					);
				})}
			</ol>
			<div className="flex flex-wrap gap-2.5">
				{list.length < maxPaidLines && (
					<Button {...form.insert.getButtonProps({ name })} icon={Plus}>
						Add a line
					</Button>
				)}
				{!isHydrated && (
					<Button {...form.validate.getButtonProps()} icon={Calculator}>
						Work out the total
					</Button>
				)}
			</div>
			<Total
				amounts={list.map((item) => readAmount(item.getFieldset().amount.value ?? "") ?? 0)}
				charge={choice?.charge ?? 0}
				currency={fields.currency.value ?? ""}
			/>
		</SignedInForm>
	);
};

interface TotalProps {
	/** In minor units. */
	amounts: readonly number[];
	charge: number;
	currency: string;
}

const Total = ({ amounts, charge, currency }: TotalProps) => (
	<dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 border-t border-line pt-3 tabular-nums">
		{charge !== 0 && (
			<>
				<dt className="text-text-2">Charge of the platform</dt>
				<dd className="text-end">{formatMoney(charge, currency)}</dd>
			</>
		)}
		<dt className="font-medium">Total</dt>
		<dd className="text-end font-medium">
			{formatMoney(
				amounts.reduce((sum, amount) => sum + amount, charge),
				currency,
			)}
		</dd>
	</dl>
);

/** Returns the errors of a choice that was taken away meanwhile, or does not take the currency. */
const refusedFields = (choice: PaymentChoice | undefined, currency: string): Record<string, string[]> | undefined => {
	if (!choice) return { configurationId: ["This platform is no longer active. Choose another one."] };
	return choice.currencies.includes(currency) ? undefined : { currency: [takes(choice)] };
};

/** "Remita takes NGN alone." */
const takes = ({ platform, currencies }: PaymentChoice): string =>
	`${platformName(platform)} takes ${currencies.length === 1 ? `${currencies[0]} alone` : currencies.join(", ")}.`;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
