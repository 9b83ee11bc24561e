import { expect, test } from "vitest";
import { necoGradeLabel } from "./neco-grades";

test.each([
	["A1", "A1 Excellent"],
	["B2", "B2 Very good"],
	["B3", "B3 Good"],
	["C4", "C4 Credit"],
	["C5", "C5 Credit"],
	["C6", "C6 Credit"],
	["D7", "D7 Pass"],
	["E8", "E8 Pass"],
	["F9", "F9 Fail"],
	["ABS", "ABS"],
	["constructor", "constructor"],
])("the grade %s reads %s", (grade, text) => {
	expect(necoGradeLabel(grade)).toBe(text);
});
