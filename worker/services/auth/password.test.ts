import { describe, expect, test } from "vitest";
import { hashPassword, verifyPassword } from "#worker/services/auth/password";

describe("passwords", () => {
	test("a password matches its own hash and no other", () => {
		const stored = hashPassword("Ọlá's pass-word 9", 1024);
		expect(stored).toMatch(/^scrypt\$1024\$8\$5\$[\w-]{22}\$[\w-]{43}$/);
		expect(verifyPassword("Ọlá's pass-word 9", stored, 1024)).toEqual({ matches: true, outdated: false });
		expect(verifyPassword("ọlá's pass-word 9", stored, 1024).matches).toBe(false);
	});

	test("the same password has a different hash each time", () => {
		expect(hashPassword("same", 1024)).not.toBe(hashPassword("same", 1024));
	});

	test("a hash of another cost still matches, and is marked as outdated", () => {
		expect(verifyPassword("old", hashPassword("old", 1024), 2048)).toEqual({ matches: true, outdated: true });
	});

	test("no password matches an account without one", () => {
		for (const stored of [null, undefined, "", "scrypt$1$1$1$x$y"])
			expect(verifyPassword("", stored, 1024).matches).toBe(false);
	});

	test("the cost stays under what production allows (N·r·p of 2^20) and at OWASP's minimum", () => {
		const [, N, r, p] = hashPassword("x", 16_384).split("$").map(Number);
		expect([N, r, p]).toEqual([16_384, 8, 5]);
		expect(Number(N) * Number(r) * Number(p)).toBeLessThanOrEqual(2 ** 20);
	});
});
