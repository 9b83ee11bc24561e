import * as v from "valibot";
import { expect, test } from "vitest";
import { applicationNumber, NumberFormat, usualNumberFormat } from "#worker/contract/text/application-number";

const about = { shortName: "CU", year: "2027" };

test("fills in the short name, the year and the serial number with at least as many digits as there are #", () => {
	expect(applicationNumber(usualNumberFormat, about, 42)).toBe("CU/27/00042");
	expect(applicationNumber("PG-{YYYY}-###-X", about, 7)).toBe("PG-2027-007-X");
	expect(applicationNumber("#", about, 1_234)).toBe("1234");
});

test("takes formats with one row of # and nothing that could be mistaken in a number", () => {
	const isFormat = (format: string) => v.safeParse(NumberFormat, format).success;
	expect([usualNumberFormat, "#", " ND.{YYYY}/#### "].map(isFormat)).toEqual([true, true, true]);
	for (const wrong of ["", "CU/26", "##/##", "#########", "CU {YY}/#", "{YEAR}/#", "<b>#", "é#"])
		expect(isFormat(wrong), wrong).toBe(false);
});
