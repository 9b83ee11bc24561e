import { expect, test } from "vitest";
import { internationalNumber } from "#worker/gateways/sms/phone-number";

test.each([
	["08031234567", "2348031234567"],
	["0803 123 4567", "2348031234567"],
	["(0803) 123-4567", "2348031234567"],
	["8031234567", "2348031234567"],
	["07012345678", "2347012345678"],
	["2348031234567", "2348031234567"],
	["23408031234567", "2348031234567"],
	["+234 803 123 4567", "2348031234567"],
	["+234 (0) 803 123 4567", "2348031234567"],
	["00234 803.123.4567", "2348031234567"],
	["０８０３１２３４５６７", "2348031234567"],
	["+44 7911 123456", "447911123456"],
	["447911123456", "447911123456"],
	["+1 212 555 0123", "12125550123"],
])("%j is %s", (written, number) => {
	expect(internationalNumber(written)).toBe(number);
});

test.each([
	["", "nothing"],
	["0803123456", "a digit too few"],
	["080312345678", "a digit too many"],
	["+234 803 123 456", "a digit too few after the country"],
	["+234 1 271 5000", "a landline"],
	["012715000", "a landline at home"],
	["+0803 123 4567", "no country begins with 0"],
	["+1234567890123456", "longer than any number"],
	["0803 123 4567 ext 3", "an extension"],
	["0803123456l", "a letter for a digit"],
	["08031234567, 08031234568", "two"],
	["+", "a sign"],
])("%j is no number to send to: %s", (written) => {
	expect(internationalNumber(written)).toBeUndefined();
});
