import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { paymentKinds } from "#worker/contract/payment-kinds";
import { type Discount, priceOf } from "#worker/contract/price";

const line = (amount: number, kind: (typeof paymentKinds)[number] = "APPLICATION_FEE") => ({
	kind,
	name: "Fee",
	amount,
});
const off = (discount: { percent: number } | { amount: number }, ...kinds: string[]): Discount => ({
	name: "Discount",
	paymentKinds: kinds,
	...discount,
});

describe("what a payment costs", () => {
	test("is the sum of its lines and add-ons", () => {
		expect(priceOf({ lines: [line(1_500_000), line(0)], addOns: [{ name: "Form by post", price: 250_000 }] })).toEqual({
			lines: [line(1_500_000), line(0), { kind: "ADD_ON", name: "Form by post", amount: 250_000 }],
			discount: null,
			subtotal: 1_750_000,
			total: 1_750_000,
		});
	});

	test.each([
		[25, 1_500_000, 375_000],
		[10, 5, 1],
		[10, 4, 0],
		[50, 1, 1],
		[33, 50, 17],
		[100, 999, 999],
	])("%i %% of %i is %i: half a minor unit is rounded up", (percent, amount, taken) => {
		const { discount, total } = priceOf({ lines: [line(amount)], discount: off({ percent }) });
		expect([discount?.amount ?? -0, total]).toEqual([-taken, amount - taken]);
	});

	test("a discount holds for lines of its kinds, add-ons among them", () => {
		const bill = { lines: [line(1_000), line(4_000, "ACCEPTANCE_FEE")], addOns: [{ name: "Post", price: 500 }] };
		const taken = (discount: Discount) => priceOf({ ...bill, discount }).discount?.amount ?? 0;
		expect(taken(off({ percent: 10 }))).toBe(-550);
		expect(taken(off({ percent: 10 }, "ACCEPTANCE_FEE"))).toBe(-400);
		expect(taken(off({ amount: 9_999 }, "ADD_ON"))).toBe(-500);
		expect(taken(off({ amount: 9_999 }, "OTHER"))).toBe(0);
	});

	test.each([Number.NaN, 0.5, -1, Number.MAX_SAFE_INTEGER + 1])("an amount of %d is refused", (amount) => {
		expect(() => priceOf({ lines: [line(amount)] })).toThrow(RangeError);
		expect(() => priceOf({ lines: [line(100)], discount: off({ amount }) })).toThrow(RangeError);
	});
	test("a sum that is not exact is refused, and so are more than 100 %", () => {
		expect(() => priceOf({ lines: [line(Number.MAX_SAFE_INTEGER), line(1)] })).toThrow(RangeError);
		expect(() => priceOf({ lines: [line(1)], discount: off({ percent: 101 }) })).toThrow(RangeError);
	});
});

const amounts = fc.integer({ min: 0, max: 100_000_000_000 });
const kinds = fc.constantFrom(...paymentKinds);
const discounts = fc
	.tuple(
		fc.uniqueArray(kinds),
		fc.oneof(
			fc.record({ percent: fc.integer({ min: 1, max: 100 }) }),
			fc.record({ amount: fc.integer({ min: 1, max: 1_000_000_000 }) }),
		),
	)
	.map(([some, discount]) => off(discount, ...some));
const bills = fc.record({
	lines: fc.array(fc.record({ kind: kinds, name: fc.constant("Fee"), amount: amounts }), { maxLength: 12 }),
	addOns: fc.array(fc.record({ name: fc.constant("Extra"), price: amounts }), { maxLength: 5 }),
	discount: fc.option(discounts),
});

test("a price is whole, never below zero, and exactly its lines without the discount", () => {
	fc.assert(
		fc.property(bills, (bill) => {
			const { lines, discount, subtotal, total } = priceOf(bill);
			const taken = Math.abs(discount?.amount ?? 0);
			expect(subtotal).toBe(lines.reduce((sum, { amount }) => sum + amount, 0));
			expect(total).toBe(subtotal - taken);
			expect(Number.isSafeInteger(total) && total >= 0 && (discount?.amount ?? -1) < 0).toBe(true);
			expect(lines).toHaveLength(bill.lines.length + bill.addOns.length);
			const of = bill.discount;
			const base = lines.reduce(
				(sum, { kind, amount }) =>
					of && (of.paymentKinds.length === 0 || of.paymentKinds.includes(kind)) ? sum + amount : sum,
				0,
			);
			if (!of) expect(taken).toBe(0);
			else if ("amount" in of) expect(taken).toBe(Math.min(of.amount, base));
			else expect(BigInt(taken)).toBe((BigInt(base) * BigInt(of.percent) + 50n) / 100n);
		}),
		{ numRuns: 1_000 },
	);
});
