import { describe, expect, test } from "vitest";
import { toDialled } from "#worker/contract/text/phone-number";

describe("toDialled", () => {
	test.each([
		["08031234567", "+2348031234567"],
		["0803 123 4567", "+2348031234567"],
		["(0803) 123-4567", "+2348031234567"],
		["8031234567", "+2348031234567"],
		["2348031234567", "+2348031234567"],
		["+234 803 123 4567", "+2348031234567"],
		["+234 (0) 803 123 4567", "+2348031234567"],
		["00234.803.123.4567", "+2348031234567"],
		["0913\u00a0123\u00a04567", "+2349131234567"],
		["+44 7911 123456", "+447911123456"],
		["+44 (0)7911 123456", "+447911123456"],
		["(0) 803 123 4567", "+2348031234567"],
		["00 233 24 123 4567", "+233241234567"],
	])("reads %s", (phone, dialled) => {
		expect(toDialled(phone)).toBe(dialled);
	});

	test.each([
		["", "nothing"],
		["0803123456", "a digit too few"],
		["080312345678", "a digit too many"],
		["01 271 8000", "a landline"],
		["+234 1 271 8000", "a landline with its code"],
		["447911123456", "a foreign number without a plus"],
		["08031234567, 08051234567", "two numbers"],
		["08O31234567", "a letter"],
		["+0803123456789", "no country begins with 0"],
		["+12345678901234567", "too long for any country"],
		["٠٨٠٣١٢٣٤٥٦٧", "digits that no network dials"],
	])("refuses %s: %s", (phone) => {
		expect(toDialled(phone)).toBeUndefined();
	});
});
