import { expect, test } from "vitest";
import { isServingMany, noteServed, servedSoFar } from "#worker/tasks/served";

test("five requests within half a second are many, and those of someone who watches a task are not", () => {
	const before = servedSoFar();
	for (const at of [0, 250, 500, 750, 1_000, 1_250]) {
		noteServed(at);
		expect(isServingMany(at)).toBe(false);
	}
	for (const at of [1_300, 1_350, 1_400]) noteServed(at);
	expect([isServingMany(1_400), isServingMany(1_500), isServingMany(1_501)]).toEqual([true, true, false]);
	expect(servedSoFar()).toBe(before + 9);
});
