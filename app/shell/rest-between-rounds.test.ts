import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { restBetweenRounds } from "#app/shell/rest-between-rounds";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const open = () => {
	const begin = vi.fn();
	const told: boolean[] = [];
	return { begin, told, rounds: restBetweenRounds(begin, (isResting) => told.push(isResting)) };
};

test("begins again after pauses that grow from half a minute to five", () => {
	const { begin, told, rounds } = open();
	for (const [round, seconds] of [30, 60, 120, 240, 300, 300].entries()) {
		rounds.failed();
		vi.advanceTimersByTime(seconds * 1_000 - 1);
		expect(begin).toHaveBeenCalledTimes(round);
		vi.advanceTimersByTime(1);
		expect(begin).toHaveBeenCalledTimes(round + 1);
	}
	expect(told, "it is said once").toEqual([true]);
});

test("begins at once when it is asked to, once for each pause", () => {
	const { begin, rounds } = open();
	rounds.resume();
	expect(begin).not.toHaveBeenCalled();
	rounds.failed();
	rounds.failed();
	rounds.resume();
	rounds.resume();
	vi.advanceTimersByTime(600_000);
	expect(begin).toHaveBeenCalledTimes(1);
});

test("says that it is over after a success, and pauses shortly again", () => {
	const { begin, told, rounds } = open();
	rounds.failed();
	vi.advanceTimersByTime(30_000);
	rounds.failed();
	rounds.resume();
	rounds.succeeded();
	expect(told).toEqual([true, false]);
	rounds.failed();
	vi.advanceTimersByTime(30_000);
	expect(begin).toHaveBeenCalledTimes(3);
});

test("begins no more after it was stopped", () => {
	const { begin, told, rounds } = open();
	rounds.failed();
	rounds.stop();
	rounds.resume();
	vi.advanceTimersByTime(600_000);
	expect(begin).not.toHaveBeenCalled();
	expect(told).toEqual([true, false]);
});
