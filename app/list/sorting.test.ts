import { expect, test } from "vitest";
import { nextSort, sortChoicesIn, sortedBy, sortLabel } from "#app/list/sorting";
import { sortColumns, sorts } from "#worker/contract/applicant-filter";

test.each(sortColumns)("a head leads to one order by %s, the other, and back to the newest", (column) => {
	const first = nextSort(column, undefined);
	const second = nextSort(column, first);
	expect(new Set([first, second])).toEqual(new Set([column, `-${column}`]));
	expect(nextSort(column, second)).toBeUndefined();
	expect(sortedBy(column, first)).not.toBe(sortedBy(column, second));
	expect(sortedBy(column, undefined)).toBeUndefined();
});

test("another column's order does not matter to a head", () => {
	expect(nextSort("name", "-score")).toBe("name");
	expect(sortedBy("name", "-score")).toBeUndefined();
});

test("says the direction of what is shown: the longest wait and the highest score descend", () => {
	expect(sortedBy("waiting", "waiting")).toBe("descending");
	expect(sortedBy("waiting", "-waiting")).toBe("ascending");
	expect(sortedBy("score", "-score")).toBe("descending");
	expect(sortedBy("name", "name")).toBe("ascending");
});

test("every order has a name of its own", () => {
	expect(new Set(sortChoicesIn("programme").map(({ value }) => value))).toEqual(new Set(sorts));
	expect(sortLabel("course", "programme")).toBe("Programme, A to Z");
	expect(new Set(sorts.map((sort) => sortLabel(sort, "course"))).size).toBe(sorts.length);
});
