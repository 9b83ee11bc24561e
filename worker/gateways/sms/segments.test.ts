import { expect, test } from "vitest";
import { segmentsOf } from "#worker/gateways/sms/segments";

test.each([
	["", "GSM-7", 0, 0],
	["a".repeat(160), "GSM-7", 160, 1],
	["a".repeat(161), "GSM-7", 161, 2],
	["a".repeat(306), "GSM-7", 306, 2],
	["a".repeat(307), "GSM-7", 307, 3],
	["€".repeat(80), "GSM-7", 160, 1],
	["[]{}~^|\\€", "GSM-7", 18, 1],
	["é à ñ £ @ ü", "GSM-7", 11, 1],
	["e\u0301", "GSM-7", 1, 1],
	["₦".repeat(70), "UCS-2", 70, 1],
	["₦".repeat(71), "UCS-2", 71, 2],
	["₦".repeat(134), "UCS-2", 134, 2],
	["₦".repeat(135), "UCS-2", 135, 3],
	["🎓".repeat(35), "UCS-2", 70, 1],
] as const)("%j is %s, %i places, %i SMS", (text, encoding, length, segments) => {
	expect(segmentsOf(text)).toEqual({ encoding, length, segments });
});

test("a character of two places is not cut in two", () => {
	// 152 places, then one of two: 153 + 153 would hold them all, were it cut.
	expect(segmentsOf(`${"a".repeat(152)}€${"a".repeat(152)}`)).toMatchObject({ length: 306, segments: 3 });
	expect(segmentsOf("🎓".repeat(67))).toMatchObject({ length: 134, segments: 3 });
});
