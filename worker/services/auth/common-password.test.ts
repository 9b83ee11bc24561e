import { describe, expect, test } from "vitest";
import { commonStems } from "#worker/services/auth/common-stems";
import { isCommonPassword } from "#worker/services/auth/password";

describe("isCommonPassword", () => {
	test.each([
		"Password1!",
		"P@ssw0rd",
		"P@ssw0rd123!",
		"Qwerty123$",
		"Welcome@2026",
		"123Password!",
		"Aa1!Aa1!",
		"Admin@123",
		"J3sus!sLord1",
		"Pass1word!",
		"LoveLove1!",
		"Nigeria@60",
	])("refuses %s", (password) => {
		expect(isCommonPassword(password)).toBe(true);
	});

	test.each(["Correct-Horse-9-Battery", "kJ8#vLq2Zt", "Ọ̀ṣun-river at 6", "Pear!Tramway77Oslo"])(
		"accepts %s",
		(password) => {
			expect(isCommonPassword(password)).toBe(false);
		},
	);

	test("knows more than a thousand words", () => {
		expect(commonStems.size).toBeGreaterThan(1000);
	});
});
