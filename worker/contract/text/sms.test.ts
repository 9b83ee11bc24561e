import { expect, test } from "vitest";
import { countSms } from "#worker/contract/text/sms";

test.each([
	["", "GSM-7", 0, 160],
	["Hello", "GSM-7", 1, 155],
	["a".repeat(160), "GSM-7", 1, 0],
	["a".repeat(161), "GSM-7", 2, 145],
	["a".repeat(306), "GSM-7", 2, 0],
	["€".repeat(80), "GSM-7", 1, 0],
	["₦".repeat(70), "UCS-2", 1, 0],
	["₦".repeat(71), "UCS-2", 2, 63],
	["Ọláyínká", "UCS-2", 1, 62],
])("counts %j", (text, encoding, segments, left) => {
	expect(countSms(text)).toMatchObject({ encoding, segments, left });
});

test("a character of two units is not torn apart", () => {
	expect(countSms(`${"a".repeat(152)}€${"a".repeat(20)}`)).toMatchObject({ units: 174, segments: 2, left: 131 });
	expect(countSms(`${"ọ".repeat(66)}😀${"ọ".repeat(5)}`)).toMatchObject({ units: 73, segments: 2, left: 60 });
});

test("names what makes it UCS-2, each character once", () => {
	expect(countSms("₦5,000 or ₦6,000 – paid").beyond).toEqual(["₦", "–"]);
});
