/** How fast a task may go: rows of its next slice, and how long it leaves the database to others before. */
export interface Pace {
	size: number;
	restMs: number;
	/** How long the database took for its last answers, the newest last. */
	waits: readonly number[];
	/** Quick answers in a row that it takes before slices grow. */
	doubts: number;
}

/** why: a slice holds the database for as long as it takes, some 10 ms for the smallest and 60 for the largest. */
const smallestSize = 150;
const largestSize = 1_000;
/** why so little: a quick answer may have come between two of somebody's questions. */
const growth = 100;
const longestRestMs = 250;
/** why: one large slice is felt by all who wait. */
const doubtsAfterOthers = 12;
/** why not less: the task's own work makes a timer late by some milliseconds. */
const longestLateMs = 5;
/** why so many: among them one meets nobody even in a crowd; when none does, the database is far away. */
const remembered = 8;

/** why a wait: a task that begins in a crowd would take waiting for the usual. */
export const firstPace: Pace = { size: smallestSize, restMs: 0, waits: [15], doubts: 0 };

/** What a task noticed of others after a slice, in milliseconds. */
interface Noticed {
	/** By how much a timer came late: others are served beside the task. why: nobody is so far away as to make it late. */
	lateMs: number;
	/** How long a small question has just waited for its answer: longer, when others were before it. */
	waitedMs: number;
}

/**
 * The pace after a slice: larger slices while nobody else is served, small ones with room between them as soon as
 * somebody is.
 */
export const nextPace = ({ size, waits: before, doubts }: Pace, { lateMs, waitedMs }: Noticed): Pace => {
	const waits = [...before, waitedMs].slice(-remembered);
	if (lateMs > longestLateMs || waitedMs > 2 * Math.min(...waits) + 3)
		return { size: smallestSize, restMs: Math.min(lateMs + waitedMs, longestRestMs), waits, doubts: doubtsAfterOthers };
	if (doubts > 0) return { size, restMs: 0, waits, doubts: doubts - 1 };
	return { size: Math.min(size + growth, largestSize), restMs: 0, waits, doubts };
};
