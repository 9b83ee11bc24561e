import { expect, test } from "vitest";
import { readMoney, typedMoney } from "#app/records/typed-money";

test.each([
	["5000", 500_000],
	["5,000.00", 500_000],
	["5000.5", 500_050],
	[" 1,234,567.89 ", 123_456_789],
	["0.05", 5],
	["0.29", 29],
])("%s is %i minor units", (typed, amount) => {
	expect(readMoney(typed)).toBe(amount);
	expect(readMoney(typedMoney(amount))).toBe(amount);
});

test.each(["", "five", "5.000,00", "5000.123", "-5", "₦5000", "1e3", ".5", "5 000"])("“%s” is no amount", (typed) => {
	expect(readMoney(typed)).toBeNaN();
});
