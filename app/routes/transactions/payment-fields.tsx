import { type FieldMetadata, getFormProps, useForm } from "@conform-to/react";
import { useLoaderData } from "@remix-run/react";
import { Calculator, Plus, TicketPercent } from "lucide-react";
import { useRef } from "react";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { useKeptKey } from "#app/api/use-kept-key";
import { AddOnBoxes } from "#app/routes/transactions/add-on-boxes";
import { kindChoices } from "#app/routes/transactions/payment-form";
import { PaymentTotal } from "#app/routes/transactions/payment-total";
import type { action, loader } from "#app/routes/transactions/take-payment";
import { Button } from "#app/ui/button";
import { SignedInForm } from "#app/ui/form/form";
import { FormErrors } from "#app/ui/form/form-errors";
import { OrderButtons } from "#app/ui/form/order-buttons";
import { SelectField } from "#app/ui/form/select-field";
import { TextField } from "#app/ui/form/text-field";
import { useAddedEntry } from "#app/ui/form/use-added-entry";
import { wired } from "#app/ui/form/wired";
import { useHydrated } from "#app/ui/use-hydrated";
import { paymentCurrencies, platformName } from "#worker/contract/payment-platforms";
import { readAmount } from "#worker/contract/text/typed-amount";
import { maxPaidLines } from "#worker/services/transactions/taking.contract";

/** The form of a payment: its lines, add-ons, a discount code, and what it all comes to as it is typed. */
export const PaymentFields = ({ formId }: { formId: string }) => {
	const { choices, addOns, idempotencyKey } = useLoaderData<typeof loader>();
	const answer = useKeptAnswer<typeof action>();
	const key = useKeptKey(idempotencyKey, answer);
	const isHydrated = useHydrated();
	const [form, fields] = useForm({
		id: formId,
		...(answer && { lastResult: answer.result }),
		defaultValue: {
			configurationId: choices[0]?.id ?? "",
			currency: choices[0]?.currencies[0] ?? "",
			items: [{ name: "", amount: "", kind: "OTHER" }],
			addOnIds: [] as string[],
			discountCode: "",
		},
	});
	const { name } = fields.items;
	const list = fields.items.getFieldList();
	const added = useAddedEntry(list.length);
	const choice = choices.find(({ id }) => id === fields.configurationId.value);
	const currency = fields.currency.value ?? "";
	const ticked: readonly unknown[] = [fields.addOnIds.value].flat();
	// why all without scripts: the currency may be chosen with them.
	const offered = addOns.filter((addOn) => !isHydrated || addOn.currency === currency);
	const code = fields.discountCode.value?.trim() ?? "";
	const kept = answer?.applied ?? null;
	const applied = kept && kept.code === code && kept.currency === currency ? kept : null;
	return (
		<SignedInForm {...getFormProps(form)} className="grid gap-4">
			<button type="submit" tabIndex={-1} aria-hidden className="sr-only" />
			<input type="hidden" name="idempotencyKey" value={key} />
			{kept && <input type="hidden" name="applied" value={JSON.stringify(kept)} />}
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
					options={paymentCurrencies.map((one) => ({ value: one, label: one }))}
					required
				/>
			</div>
			<ol ref={added.list} aria-label="Lines" className="grid gap-4">
				{list.map((item, index) => {
					const { name: itemName, amount, kind } = item.getFieldset();
					const called = `line ${index + 1}`;
					return (
						<li key={item.key} className="grid gap-2 sm:grid-cols-[minmax(0,1fr)_9.5rem_8rem_auto]">
							<TextField
								{...wired(itemName)}
								label={`Name of ${called}`}
								autoComplete="off"
								autoFocusInDialog={index === 0}
								required
							/>
							<SelectField {...wired(kind)} label={`Kind of ${called}`} options={kindChoices} />
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
								<OrderButtons called={called} index={index} length={list.length} form={form} name={name} />
							</span>
						</li>
					);
				})}
			</ol>
			<div className="flex flex-wrap gap-2.5">
				{list.length < maxPaidLines && (
					<Button {...form.insert.getButtonProps({ name })} icon={Plus} onClick={added.onAdd}>
						Add a line
					</Button>
				)}
				{!isHydrated && (
					<Button {...form.validate.getButtonProps()} icon={Calculator}>
						Work out the total
					</Button>
				)}
			</div>
			{offered.length > 0 && (
				<AddOnBoxes
					offered={offered}
					ticked={[fields.addOnIds.initialValue].flat()}
					name={fields.addOnIds.name}
					errors={fields.addOnIds.errors}
				/>
			)}
			<DiscountCode field={fields.discountCode} isUnapplied={code !== "" && !applied && !fields.discountCode.errors} />
			<PaymentTotal
				lines={list.map((item) => {
					const { amount, kind } = item.getFieldset();
					return {
						amount: readAmount(amount.value ?? "") ?? 0,
						kind: kindChoices.find(({ value }) => value === kind.value)?.value ?? "OTHER",
					};
				})}
				addOns={offered.filter((addOn) => addOn.currency === currency && ticked.includes(addOn.id))}
				applied={applied}
				charge={choice?.charge ?? 0}
				currency={currency}
			/>
		</SignedInForm>
	);
};

interface DiscountCodeProps {
	field: FieldMetadata<string>;
	/** Whether a code was typed whose discount is not in the total. */
	isUnapplied: boolean;
}

/** A discount code, with a button that shows what it takes off before anything is started. */
const DiscountCode = ({ field, isUnapplied }: DiscountCodeProps) => {
	const apply = useRef<HTMLButtonElement>(null);
	return (
		<div className="flex flex-wrap items-start gap-2.5">
			<TextField
				key={field.key}
				{...wired(field)}
				label="Discount code"
				description={isUnapplied ? "Apply the code to see what it takes off." : undefined}
				autoComplete="off"
				spellCheck={false}
				maxLength={60}
				className="min-w-48 flex-1"
				onKeyDown={(event) => {
					if (event.key !== "Enter") return;
					// why: Enter in the other fields starts the payment.
					event.preventDefault();
					apply.current?.click();
				}}
			/>
			<Button ref={apply} name="intent" value="apply" icon={TicketPercent} className="mt-6.5">
				Apply
			</Button>
		</div>
	);
};
