import { expect, test } from "vitest";
import { maxReads, refuseRead } from "./read-limit";

test("refuses a user's reads beyond the limit until the minute is over, and nobody else's", () => {
	const at = Date.UTC(2026, 10, 23, 9);
	const read = (user: string, now = at) => refuseRead("org", user, now);
	for (let count = 0; count < maxReads; count++) expect(read("one")).toBeUndefined();
	expect(read("one", at + 20_000)).toMatchObject({
		problem: { code: "too_many_requests", status: 429, details: { retryAfter: 40 } },
	});
	expect([read("two"), refuseRead("other", "one", at)]).toEqual([undefined, undefined]);
	expect(read("one", at + 60_000)).toBeUndefined();
});
