import { expect, test } from "vitest";
import { meansPayment } from "#worker/contract/text/means-payment";

test.each([
	"ada@",
	"ada.obi@mail.example",
	"310012345678",
	"3100-1234-5678",
	"3100 1234 5678",
	"PAY-8K2MWXH4TR7QZC3N",
	"pay-8k",
	"ISW_2026.77x",
])("%j looks like a payment's", (text) => {
	expect(meansPayment(text)).toBe(true);
});

test.each(["", "ada", "Anne-Marie", "ada obi", "CU/26/109467", "109467", "26109467", "move ada to 2", "@ada", "3rd"])(
	"%j does not",
	(text) => {
		expect(meansPayment(text)).toBe(false);
	},
);
