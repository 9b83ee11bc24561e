import * as v from "valibot";
import { idempotencyKey } from "#app/list/idempotency-key";
import type { PaymentKind } from "#worker/contract/payment-kinds";
import { paymentCurrencies } from "#worker/contract/payment-platforms";
import { priceOf } from "#worker/contract/price";
import { readAmount } from "#worker/contract/text/typed-amount";
import { Amount, maxPaidLines, PaidName, startPayment } from "#worker/services/transactions/taking.contract";

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
		v.array(
			v.object({
				name: PaidName,
				amount: TypedAmount,
				kind: v.optional(v.picklist(["OTHER", "APPLICATION_FEE", "ACCEPTANCE_FEE"], "Choose what the line is for.")),
			}),
			"Add at least one line.",
		),
		v.minLength(1, "Add at least one line."),
		v.maxLength(maxPaidLines, `There can be at most ${maxPaidLines} lines.`),
	),
	addOnIds: v.optional(v.array(v.string())),
	discountCode: v.optional(startPayment.body.entries.discountCode.wrapped),
	idempotencyKey,
});

/** §9: what a line can be for; a discount code may hold for some kinds alone. */
export const kindChoices = [
	{ value: "OTHER", label: "Other" },
	{ value: "APPLICATION_FEE", label: "Application fee" },
	{ value: "ACCEPTANCE_FEE", label: "Acceptance fee" },
] as const;

/** A discount that was applied: the form works the total out with it until the code or the currency is another. */
const Applied = v.object({
	code: v.string(),
	currency: v.string(),
	rule: v.object({
		name: v.string(),
		paymentKinds: v.array(v.string()),
		percent: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100))),
		amount: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0))),
	}),
});
export type Applied = v.InferOutput<typeof Applied>;

/** Reads the discount that the form was shown with. why from the form: it is shown again, and nothing is started by it. */
export const readApplied = (form: FormData): Applied | null => {
	const read = v.safeParse(v.pipe(v.string(), v.parseJson(), Applied), form.get("applied"));
	return read.success ? read.output : null;
};

export interface TypedPayment {
	lines: readonly { kind: PaymentKind; amount: number }[];
	addOns: readonly { name: string; price: number }[];
	applied: Applied | null;
	charge: number;
}

/** Returns what a form comes to, by the rule by which a payment is priced; undefined for amounts that are too large. */
export const totalOf = ({ lines, addOns, applied, charge }: TypedPayment) => {
	const { name = "", paymentKinds = [], percent = null, amount = null } = applied?.rule ?? {};
	const limited = { name, paymentKinds };
	const rule = percent === null ? { ...limited, amount: amount ?? 0 } : { ...limited, percent };
	try {
		const { discount, total } = priceOf({
			lines: lines.map((line) => ({ name: "", ...line })),
			addOns,
			discount: rule,
		});
		const charged = total > 0 || lines.every((line) => line.amount === 0) ? charge : 0;
		return { discount, charge: charged, total: total + charged };
	} catch (error) {
		if (error instanceof RangeError) return undefined;
		throw error;
	}
};
