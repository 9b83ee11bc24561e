import { expect, test } from "vitest";
import { warnOfLetters, warnOfUnsubmitted } from "#app/format/warn-of-move";

test("applicants who never submitted the form are counted", () => {
	expect(warnOfUnsubmitted(1)).toBe("1 applicant has never submitted the form.");
	expect(warnOfUnsubmitted(1200)).toBe("1,200 applicants have never submitted the form.");
});

test("letters that stay in force are counted, but not that of the open record", () => {
	expect(warnOfLetters(1, "In review")).toBe(
		"1 applicant has a letter that stays in force: In review makes no letter.",
	);
	expect(warnOfLetters(3, "In review")).toBe(
		"3 applicants have letters that stay in force: In review makes no letter.",
	);
	expect(warnOfLetters(null, "In review")).toBe("The letter on the record stays in force: In review makes no letter.");
});
