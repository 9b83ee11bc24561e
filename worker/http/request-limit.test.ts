import { expect, test } from "vitest";
import { addAllowance, countRequest, maxRequests, tooManyRequests } from "./request-limit";

test("allows an actor's requests up to the limit until the minute is over, and nobody else's less", () => {
	const at = Date.UTC(2026, 10, 23, 9);
	const send = (actor: string, now = at) => countRequest("org", actor, now);
	for (let count = 1; count <= maxRequests; count++)
		expect(send("one")).toEqual({ remaining: maxRequests - count, resetSeconds: 60, isExceeded: false });
	const exceeded = send("one", at + 20_000);
	expect(exceeded).toEqual({ remaining: 0, resetSeconds: 40, isExceeded: true });
	expect(tooManyRequests(exceeded)).toMatchObject({ status: 429, details: { retryAfter: 40 } });
	expect([send("two").isExceeded, countRequest("other", "one", at).isExceeded]).toEqual([false, false]);
	expect(send("one", at + 60_000).isExceeded).toBe(false);
});

test("says in headers what is left", () => {
	const headers = new Headers();
	addAllowance(headers, { remaining: 2_990, resetSeconds: 41, isExceeded: false });
	expect([...headers]).toEqual([
		["ratelimit", '"default";r=2990;t=41'],
		["ratelimit-policy", '"default";q=3000;w=60'],
	]);
});
