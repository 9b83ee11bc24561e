import { afterEach, expect, test, vi } from "vitest";
import { readRetryAfter } from "#worker/gateways/retry-after";

afterEach(() => void vi.useRealTimers());

const told = (value: string, date?: string) =>
	readRetryAfter(new Headers({ "retry-after": value, ...(date !== undefined && { date }) }));

test.each([
	["0", 0],
	["90", 90_000],
	[" 120 ", 120_000],
	["Sun, 06 Nov 1994 08:50:37 GMT", 60_000],
	["Sunday, 06-Nov-94 08:50:37 GMT", 60_000],
	["Sun, 06 Nov 1994 08:00:00 GMT", 0],
	["1800", 1_800_000],
	["86400", 1_800_000],
	["9".repeat(400), 1_800_000],
	["Sun, 06 Nov 2094 08:49:37 GMT", 1_800_000],
])("reads %j as %i ms, by the clock of the service", (value, ms) => {
	expect(told(value, "Sun, 06 Nov 1994 08:49:37 GMT")).toBe(ms);
});

test("compares a date without the service's clock with our own", () => {
	vi.useFakeTimers({ now: Date.UTC(2026, 10, 22, 8) });
	expect(told("Sun, 22 Nov 2026 08:01:30 GMT")).toBe(90_000);
	expect(told("Sun, 22 Nov 2026 08:01:30 GMT", "yesterday")).toBe(90_000);
});

test.each(["", "-5", "1.5", "soon", "90 seconds", "Sun, 99 Foo"])("reads nothing from %j", (value) => {
	expect(told(value)).toBeUndefined();
});

test("asks for no wait without the header", () => {
	expect(readRetryAfter(new Headers())).toBeUndefined();
});
