/** Five requests within half a second mean that others are busy here. why five: someone who watches a task also sends one now and then. */
const crowd = 5;
const crowdMs = 500;

let served = 0;
/** When the last requests came. */
const latest: number[] = [];

/** Notes that somebody's request has come to this isolate. */
export const noteServed = (at = Date.now()): void => {
	served += 1;
	latest.push(at);
	if (latest.length > crowd) latest.shift();
};

/** How many requests this isolate has served. */
export const servedSoFar = (): number => served;

/** Checks whether requests come one after another. */
export const isServingMany = (at = Date.now()): boolean => latest.length === crowd && at - (latest[0] ?? 0) <= crowdMs;
