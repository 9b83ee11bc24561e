import { expect, test } from "vitest";
import { groupLetterCode, readLetterCode } from "./letter-code";

test.each([
	["7KQMX2PD9WHT", "7KQMX2PD9WHT"],
	["7kqm-x2pd-9wht", "7KQMX2PD9WHT"],
	[" 7KQM X2PD\u20139WHT ", "7KQMX2PD9WHT"],
	["7KQMX2PD9WH", undefined],
	["7KQMX2PD9WHTT", undefined],
	["7KQMX2PD9WH0", undefined],
	["7KQMX2PD9WHI", undefined],
	["7KQMX2PD9WH%", undefined],
	["", undefined],
])("reads %j as %j", (typed, code) => {
	expect(readLetterCode(typed)).toBe(code);
});

test("shows a code in groups, which are read as the same code", () => {
	expect(groupLetterCode("7KQMX2PD9WHT")).toBe("7KQM-X2PD-9WHT");
	expect(readLetterCode(groupLetterCode("7KQMX2PD9WHT"))).toBe("7KQMX2PD9WHT");
});
