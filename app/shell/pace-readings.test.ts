import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { paceReadings } from "#app/shell/pace-readings";
import type { Changed } from "#app/shell/shows";

const readings: Changed[] = [];
let pace: ReturnType<typeof paceReadings>;

beforeEach(() => {
	vi.useFakeTimers();
	readings.length = 0;
	pace = paceReadings((changed) => readings.push(changed));
});
afterEach(() => void vi.useRealTimers());

test("one notice is read for at once", () => {
	pace.hear(["views"]);
	expect(readings).toEqual([["views"]]);
	vi.runAllTimers();
	expect(readings).toHaveLength(1);
});

test("ten notices within a second are two readings, and the second names each topic once", () => {
	for (let n = 0; n < 10; n++) {
		pace.hear(n % 2 === 0 ? ["applicants:law"] : ["applicants:law", "views"]);
		vi.advanceTimersByTime(100);
	}
	vi.runAllTimers();
	expect(readings).toEqual([["applicants:law"], ["applicants:law", "views"]]);
});

test("what goes on for long is read for once a second", () => {
	for (let n = 0; n < 50; n++) {
		pace.hear(["applicants:law"]);
		vi.advanceTimersByTime(100);
	}
	vi.runAllTimers();
	expect(readings).toHaveLength(6);
});

test("a page that is busy is told when it is idle again, of all at once", () => {
	pace.setBusy(true);
	pace.hear(["views"]);
	pace.hear(["reasons"]);
	vi.advanceTimersByTime(5_000);
	expect(readings).toEqual([]);
	pace.setBusy(false);
	expect(readings).toEqual([["views", "reasons"]]);
});

test("a page that becomes busy before its second reading is told after it", () => {
	pace.hear(["views"]);
	pace.hear(["reasons"]);
	pace.setBusy(true);
	vi.advanceTimersByTime(5_000);
	expect(readings).toHaveLength(1);
	pace.setBusy(false);
	expect(readings).toEqual([["views"], ["reasons"]]);
});

test("nobody knows what: everything, whatever else is told", () => {
	pace.hear(["views"]);
	pace.hear("everything");
	pace.hear(["reasons"]);
	vi.runAllTimers();
	expect(readings).toEqual([["views"], "everything"]);
});

test("a page that has gone reads nothing", () => {
	pace.hear(["views"]);
	pace.hear(["reasons"]);
	pace.stop();
	vi.runAllTimers();
	expect(readings).toHaveLength(1);
});
