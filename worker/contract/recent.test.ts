import { expect, test } from "vitest";
import { Recent } from "#worker/contract/recent";

test("keeps the entries used last, and no more than the limit", () => {
	const kept = new Recent<number>(2);
	kept.set("first", 1);
	kept.set("second", 2);
	expect(kept.get("first")).toBe(1);
	kept.set("third", 3);
	expect([kept.get("first"), kept.get("second"), kept.get("third")]).toEqual([1, undefined, 3]);
});

test("replaces an entry without forgetting another", () => {
	const kept = new Recent<number>(2);
	kept.set("first", 1);
	kept.set("second", 2);
	kept.set("second", 3);
	expect([kept.get("first"), kept.get("second")]).toEqual([1, 3]);
});
