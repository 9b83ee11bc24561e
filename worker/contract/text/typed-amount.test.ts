import { expect, test } from "vitest";
import { readAmount } from "#worker/contract/text/typed-amount";

test.each([
	["50,000.00", 5_000_000],
	["50000", 5_000_000],
	[" 0.29 ", 29],
	["1.5", 150],
	["1,234,567.89", 123_456_789],
	["0", 0],
])("%j is %i", (typed, minor) => expect(readAmount(typed)).toBe(minor));

test.each(["", "-1", "1.234", "1,00", "1e3", "₦5", "five", "1 000", ".5", "1.", "12345678901234", "0x10"])(
	"%j is no amount",
	(typed) => expect(readAmount(typed)).toBeUndefined(),
);
