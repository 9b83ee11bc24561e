import { expect, test } from "vitest";
import { systemClock } from "#worker/context";

test("makes ids that follow each other, so that rows written together lie together", () => {
	const ids = Array.from({ length: 1_000 }, () => systemClock.newId());
	expect([...ids].sort()).toEqual(ids);
	expect(new Set(ids).size).toBe(1_000);
});

test("begins an id with its time, and ends it with what nobody can guess", () => {
	const before = Date.now();
	const [one, other] = [systemClock.newId(), systemClock.newId()];
	const madeAt = Number.parseInt(one.replace("-", "").slice(0, 12), 16);
	expect(madeAt).toBeGreaterThanOrEqual(before - 1);
	expect(madeAt).toBeLessThanOrEqual(Date.now() + 1);
	expect(one.slice(-10)).not.toBe(other.slice(-10));
});
