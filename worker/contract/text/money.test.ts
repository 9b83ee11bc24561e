import { expect, test } from "vitest";
import { formatMoney } from "#worker/contract/text/money";

test("minor units become naira by default", () => {
	expect(formatMoney(1_500_000)).toBe("₦15,000.00");
	expect(formatMoney(5)).toBe("₦0.05");
});

test("each offered currency has its symbol", () => {
	expect(formatMoney(123_456, "USD")).toBe("$1,234.56");
	expect(formatMoney(123_456, "gbp")).toBe("£1,234.56");
	expect(formatMoney(123_456, "EUR")).toBe("€1,234.56");
});

test("a currency that is not offered keeps its code", () => {
	expect(formatMoney(100, "XOF")).toBe("XOF 1.00");
});

test("the sign comes before the symbol", () => {
	expect(formatMoney(-250)).toBe("-₦2.50");
});

test("a missing amount becomes the placeholder", () => {
	expect(formatMoney(undefined)).toBe("--/--");
});
