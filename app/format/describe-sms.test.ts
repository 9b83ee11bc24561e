import { expect, test } from "vitest";
import { describeSms } from "./describe-sms";

const price = { amount: 450, currency: "NGN" };

test.each([
	["Hi", null, "2 characters, 1 message, 158 left."],
	["Hi", price, "2 characters, 1 message, 158 left. About ₦4.50 to each."],
	["a".repeat(161), price, "161 characters, 2 messages, 145 left. About ₦9.00 to each."],
	["", price, "0 characters, 0 messages, 160 left."],
])("says of %s what it takes and costs", (text, of, said) => {
	expect(describeSms(text, of)).toBe(said);
});
