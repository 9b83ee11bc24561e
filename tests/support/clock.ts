import type { Clock } from "#worker/context";

/** Returns a clock that moves only when the test moves it. Ids count up. */
export const testClock = (startsAt = Date.UTC(2026, 10, 20, 9, 0)) => {
	let now = startsAt;
	let ids = 0;
	const run = crypto.randomUUID().slice(0, 8);
	return {
		now: () => now,
		newId: () => `id-${run}-${String(++ids).padStart(6, "0")}`,
		/** Moves the clock forward. @param ms milliseconds */
		advance: (ms: number) => {
			now += ms;
		},
	} satisfies Clock & { advance(ms: number): void };
};
export type TestClock = ReturnType<typeof testClock>;
