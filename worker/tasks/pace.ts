/** The speed of a task: the rows of its next slice, and the rest before it. */
export interface Pace {
	size: number;
	restMs: number;
	/** The rest before each of its calls to the database. */
	stepRestMs: number;
	/** How long the database took for its last results, the newest last. */
	waits: readonly number[];
	/** Slices in a row after which others waited. */
	crowded: number;
	/** Quick results in a row before slices grow. */
	doubts: number;
}

/** The rows of a slice while others wait. why: a slice keeps them waiting while it runs, some 10 ms for the smallest and 60 for the largest. */
export const smallestSize = 50;
/** why not the smallest: most tasks begin while nothing else runs. */
const firstSize = 100;
const largestSize = 1_000;
/** why so little: a quick result may have come between two queries of another user. */
const growth = 100;
const longestRestMs = 250;
/** why: what another request does between two of its calls takes about so long, and finds the thread free. */
const stepRestMs = 8;
/** why so many: a task that runs alone notices the consequences of its own slices now and then. */
const crowdedFrom = 4;
/** why: every waiting user notices one large slice. */
const doubtsAfterOthers = 12;
/** why not less: the task's own work delays a timer by some milliseconds. */
const longestLateMs = 5;
/** why so many: among them one finds the database idle; when none is quick, it is far away. */
const remembered = 8;

/** why a rest: a task that begins while others wait would take their waiting for normal. */
export const firstPace: Pace = { size: firstSize, restMs: 0, stepRestMs: 0, waits: [15], crowded: 0, doubts: 0 };

/** What a task noticed of other work after a slice, in milliseconds. */
interface Noticed {
	/** Whether requests come to this isolate one after another. */
	isServingMany: boolean;
	/** How late a timer fired: a measure of the other work in this isolate, whatever the distance to D1; 0 where nobody was served. */
	lateMs: number;
	/** How long a small query has just waited for its result: longer, when others were before it. */
	waitedMs: number;
}

/** Returns the pace after a slice: larger slices while nothing else runs, small ones with rests otherwise. */
export const nextPace = (
	{ size, waits: before, crowded, doubts }: Pace,
	{ isServingMany, lateMs, waitedMs }: Noticed,
): Pace => {
	const waits = [...before, waitedMs].slice(-remembered);
	if (isServingMany || lateMs > longestLateMs || waitedMs > 2 * Math.min(...waits) + 3)
		return {
			size: smallestSize,
			restMs: Math.min(lateMs + waitedMs, longestRestMs),
			stepRestMs: crowded + 1 >= crowdedFrom ? stepRestMs : 0,
			waits,
			crowded: crowded + 1,
			doubts: doubtsAfterOthers,
		};
	const alone = { restMs: 0, stepRestMs: 0, waits, crowded: 0 };
	if (doubts > 0) return { size, ...alone, doubts: doubts - 1 };
	return { size: Math.min(size + growth, largestSize), ...alone, doubts };
};
