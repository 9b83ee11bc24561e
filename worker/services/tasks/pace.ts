/** How fast a task may go: rows of its next slice, and how long it leaves the database to others before. */
export interface Pace {
	size: number;
	restMs: number;
	/** The quickest that the database has answered this task so far. */
	quickestMs: number;
	/** Quick answers in a row that it takes before slices grow. */
	doubts: number;
}

/** why: a slice holds the database for as long as it takes, some 15 ms for the smallest and 120 for the largest. */
const smallestSize = 100;
const largestSize = 1_000;
const growth = 3;
const longestRestMs = 250;
/** why: between two of somebody's questions the database is quick too. */
const doubtsAfterOthers = 3;

/** why a number: a task that begins in a crowd would take waiting for the usual. */
export const firstPace: Pace = { size: smallestSize, restMs: 0, quickestMs: 15, doubts: 0 };

/**
 * The pace after a slice: larger slices while nobody else asks the database, small ones with room between them as
 * soon as somebody does.
 *
 * @param waitedMs how long a small question has just waited for its answer: longer, when others were before it
 */
export const nextPace = ({ size, quickestMs: before, doubts }: Pace, waitedMs: number): Pace => {
	const quickestMs = Math.min(before, waitedMs);
	if (waitedMs > 2 * quickestMs + 3)
		return {
			size: smallestSize,
			restMs: Math.min(waitedMs, longestRestMs),
			quickestMs,
			doubts: doubtsAfterOthers,
		};
	if (doubts > 0) return { size, restMs: 0, quickestMs, doubts: doubts - 1 };
	return { size: Math.min(growth * size, largestSize), restMs: 0, quickestMs, doubts };
};
