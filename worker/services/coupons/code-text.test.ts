import { expect, test } from "vitest";
import { foldCode, makeCode } from "#worker/services/coupons/code-text";

test("codes are three groups of letters and digits that no other one looks like", () => {
	const codes = Array.from({ length: 2_000 }, makeCode);
	for (const code of codes) expect(code).toMatch(/^[34679CDFGHJKMNPQRTVWXY]{4}(-[34679CDFGHJKMNPQRTVWXY]{4}){2}$/);
	expect(new Set(codes).size).toBe(2_000);
});

test("every letter is about as frequent", () => {
	const counts = new Map<string, number>();
	for (const letter of Array.from({ length: 5_000 }, makeCode).join("").replaceAll("-", ""))
		counts.set(letter, (counts.get(letter) ?? 0) + 1);
	expect(counts.size).toBe(22);
	const expected = (5_000 * 12) / 22;
	for (const [letter, count] of counts) expect(Math.abs(count - expected) / expected, letter).toBeLessThan(0.15);
});

test("codes are compared in any case, without hyphens, and by how they look", () => {
	const made = makeCode();
	expect(foldCode(` ${made.toLowerCase().replaceAll("-", " ")} `)).toBe(foldCode(made));
	expect(foldCode("early-bird")).toBe(foldCode("EARLY B1RD"));
	expect(foldCode("SOLO 2026")).toBe(foldCode("5010ZO26"));
	expect(foldCode(" –…")).toBe("");
	expect(foldCode(made), "what is made is compared as it is").toBe(made.replaceAll("-", ""));
});
