import { expect, test } from "vitest";
import { isNotable } from "#worker/log";

test.each([
	[200, 20, false],
	[302, 999, false],
	[200, 1_000, true],
	[404, 5, true],
	[503, 5, true],
])("a page answered %i after %i ms is logged: %s", (status, ms, isLogged) => {
	expect(isNotable(status, ms)).toBe(isLogged);
});
