import type { PaymentKind } from "#worker/contract/payment-kinds";

/** A line of a payment, in minor units of its currency. */
export interface PriceLine {
	kind: PaymentKind;
	name: string;
	amount: number;
}

/** What a code takes off: a whole percentage, or an amount in minor units. */
export type Discount = {
	/** What its line says. */
	name: string;
	/** The kinds of lines that it holds for; empty for all. */
	paymentKinds: readonly string[];
} & ({ percent: number } | { amount: number });

export interface Price {
	/** The fees, then the add-ons, as they were given. */
	lines: PriceLine[];
	/** The line of the discount, with a negative amount; null where nothing is taken off. */
	discount: { name: string; amount: number } | null;
	/** The lines without the discount. */
	subtotal: number;
	/** What is to be paid: never below zero. */
	total: number;
}

interface Priced {
	lines: readonly PriceLine[];
	addOns?: readonly { name: string; price: number }[];
	discount?: Discount | null;
}

/**
 * Returns what a payment costs. A percentage is of the sum of the lines that it holds for, rounded half up to the minor
 * unit; an amount is at most that sum.
 * @throws {RangeError} for amounts that are not whole, negative or too large to be exact
 */
export const priceOf = ({ lines: fees, addOns = [], discount = null }: Priced): Price => {
	const lines = [...fees, ...addOns.map(({ name, price }) => ({ kind: "ADD_ON" as const, name, amount: price }))];
	const subtotal = sumOf(lines);
	const off = discount === null ? 0 : takenOff(discount, lines);
	return {
		lines,
		subtotal,
		total: subtotal - off,
		discount: discount === null || off === 0 ? null : { name: discount.name, amount: -off },
	};
};

const takenOff = ({ paymentKinds, ...discount }: Discount, lines: readonly PriceLine[]): number => {
	const base = sumOf(lines.filter(({ kind }) => paymentKinds.length === 0 || paymentKinds.includes(kind)));
	if ("amount" in discount) return Math.min(exact(discount.amount), base);
	if (exact(discount.percent) > 100) throw new RangeError("a discount of more than 100 %");
	return halfUp(base, discount.percent);
};

/** why in two parts: the product of a large sum and the percentage would not be exact. */
const halfUp = (base: number, percent: number): number => {
	const hundreds = Math.floor(base / 100);
	return hundreds * percent + Math.floor(((base - hundreds * 100) * percent + 50) / 100);
};

const sumOf = (lines: readonly { amount: number }[]): number =>
	lines.reduce((sum, { amount }) => exact(sum + exact(amount)), 0);

const exact = (amount: number): number => {
	if (!Number.isSafeInteger(amount) || amount < 0) throw new RangeError("an amount that is not whole or is negative");
	return amount;
};
