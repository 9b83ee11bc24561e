import { expect, test } from "vitest";
import { wrongCount } from "#app/list/bulk/confirm-count";

test.each([
	[30, "", undefined],
	[31, "31", undefined],
	[1_200, " 1,200 ", undefined],
	[31, "", "Type 31: all move."],
	[1_200, "120", "Type 1,200: all move."],
	[null, "", undefined],
])("asks to type the number above thirty: %s as “%s”", (count, typed, wrong) => {
	expect(wrongCount(count, typed, "all move")).toBe(wrong);
});
