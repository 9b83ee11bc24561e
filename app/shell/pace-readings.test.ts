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

test("one notice loads data at once", () => {
	pace.hear(["views"]);
	expect(readings).toEqual([["views"]]);
	vi.runAllTimers();
	expect(readings).toHaveLength(1);
});

test("ten notices within a second load data twice, and the second time names each topic once", () => {
	for (let n = 0; n < 10; n++) {
		pace.hear(n % 2 === 0 ? ["applicants:law"] : ["applicants:law", "views"]);
		vi.advanceTimersByTime(100);
	}
	vi.runAllTimers();
	expect(readings).toEqual([["applicants:law"], ["applicants:law", "views"]]);
});

test("continuous notices load data once a second", () => {
	for (let n = 0; n < 50; n++) {
		pace.hear(["applicants:law"]);
		vi.advanceTimersByTime(100);
	}
	vi.runAllTimers();
	expect(readings).toHaveLength(6);
});

test("continuous notices of sums load them once in five seconds, without delaying what else changes", () => {
	for (let n = 0; n < 100; n++) {
		pace.hear(n === 22 ? ["applicants:law", "statistics"] : ["statistics"]);
		vi.advanceTimersByTime(100);
	}
	vi.runAllTimers();
	expect(readings).toEqual([["statistics"], ["applicants:law"], ["statistics"], ["statistics"]]);
});

test("what is due together is loaded together", () => {
	pace.hear(["statistics", "tasks:ada"]);
	expect(readings).toEqual([["statistics", "tasks:ada"]]);
});

test("a busy page loads everything at once when it is idle again", () => {
	pace.setBusy(true);
	pace.hear(["views"]);
	pace.hear(["reasons"]);
	vi.advanceTimersByTime(5_000);
	expect(readings).toEqual([]);
	pace.setBusy(false);
	expect(readings).toEqual([["views", "reasons"]]);
});

test("a page that becomes busy before its second load runs it afterwards", () => {
	pace.hear(["views"]);
	pace.hear(["reasons"]);
	pace.setBusy(true);
	vi.advanceTimersByTime(5_000);
	expect(readings).toHaveLength(1);
	pace.setBusy(false);
	expect(readings).toEqual([["views"], ["reasons"]]);
});

test("an unknown change loads everything, whatever else is named", () => {
	pace.hear(["views"]);
	pace.hear("everything");
	pace.hear(["reasons"]);
	vi.runAllTimers();
	expect(readings).toEqual([["views"], "everything"]);
});

test("a closed page loads nothing", () => {
	pace.hear(["views"]);
	pace.hear(["reasons"]);
	pace.stop();
	vi.runAllTimers();
	expect(readings).toHaveLength(1);
});
