import * as v from "valibot";
import { idempotencyKey } from "#app/list/idempotency-key";
import { paymentCurrencies } from "#worker/contract/payment-platforms";
import { readAmount } from "#worker/contract/text/typed-amount";
import { Amount, maxPaidLines, PaidName } from "#worker/services/transactions/contract";

/** An amount in the major unit, as it is typed. */
const TypedAmount = v.pipe(
	v.string("Enter an amount."),
	v.check((typed) => readAmount(typed) !== undefined, "Enter an amount such as 50,000.00."),
	v.transform((typed) => readAmount(typed) ?? 0),
	Amount,
);

export const PaymentForm = v.object({
	configurationId: v.string("Choose a platform."),
	currency: v.picklist(paymentCurrencies, "Choose NGN, USD, GBP or EUR."),
	items: v.pipe(
		v.array(v.object({ name: PaidName, amount: TypedAmount }), "Add at least one line."),
		v.minLength(1, "Add at least one line."),
		v.maxLength(maxPaidLines, `There can be at most ${maxPaidLines} lines.`),
	),
	idempotencyKey,
});
