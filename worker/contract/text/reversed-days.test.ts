import { expect, test } from "vitest";
import { areReversed } from "#worker/contract/text/reversed-days";

test("two days are in the wrong order when the second is before the first", () => {
	expect(areReversed("2026-11-05", "2026-11-04")).toBe(true);
	expect(areReversed("2026-11-05", "2026-11-05")).toBe(false);
	expect(areReversed("2026-11-05", "2027-01-01")).toBe(false);
});

test("where one is left out, or is no day, there is no order", () => {
	expect(areReversed(undefined, "2026-11-04")).toBe(false);
	expect(areReversed("2026-11-05")).toBe(false);
	expect(areReversed("tomorrow", "2026-11-04")).toBe(false);
});
