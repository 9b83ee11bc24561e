import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { nairaText, readMinor, readNaira } from "./money";

const kobo = fc.integer({ min: 0, max: 999_999_999_999_999 });

describe("money", () => {
	test.each([
		[0, "0.00", "0"],
		[1, "0.01", "0.01"],
		[10, "0.10", "0.10"],
		[2_100_000, "21000.00", "21000"],
		[2_100_050, "21000.50", "21000.50"],
		[29, "0.29", "0.29"],
	])("writes %i kobo as naira", (amount, always, short) => {
		expect(nairaText(amount, "with decimals")).toBe(always);
		expect(nairaText(amount, "without decimals")).toBe(short);
	});

	test("comes back as it was written, as a text and as a number of JSON", () => {
		fc.assert(
			fc.property(kobo, (amount) => {
				for (const form of ["with decimals", "without decimals"] as const) {
					const text = nairaText(amount, form);
					expect(readNaira(text)).toBe(amount);
					expect(readNaira(JSON.parse(text))).toBe(amount);
				}
			}),
			{ numRuns: 5_000 },
		);
	});

	test("is written as exact division writes it", () => {
		fc.assert(
			fc.property(kobo, (amount) => {
				const [whole, fraction] = [BigInt(amount) / 100n, BigInt(amount) % 100n];
				expect(nairaText(amount, "with decimals")).toBe(`${whole}.${String(fraction).padStart(2, "0")}`);
			}),
		);
	});

	test.each([
		0.1 + 0.2,
		1e21,
		12.345,
		-5,
		Number.NaN,
		"",
		"1,000",
		"12.",
		".5",
		"1e3",
		"0x10",
		"12.345",
		null,
		undefined,
	])("is not read from %s", (value) => expect(readNaira(value)).toBeNull());

	test("in minor units is a whole number or its text", () => {
		expect(readMinor("12000")).toBe(12_000);
		expect(readMinor(40_333)).toBe(40_333);
		expect(["12.5", 12.5, -1, "", null, undefined, 1e16].map(readMinor)).toEqual(Array(7).fill(null));
	});

	test.each([-1, 0.5, 2 ** 53])("refuses to write %s", (amount) => {
		expect(() => nairaText(amount, "with decimals")).toThrow(RangeError);
	});
});
