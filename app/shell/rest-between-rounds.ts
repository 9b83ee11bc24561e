/** Milliseconds from the end of one round of attempts to the next; each pause is twice as long as the one before. */
const firstPauseMs = 30_000;
const longestPauseMs = 300_000;

export interface Rounds {
	/** Called when a round of attempts has failed. */
	failed(): void;
	/** Called when an attempt has succeeded: the next pause is a short one again. */
	succeeded(): void;
	/** Begins the next round at once, if one is waited for. */
	resume(): void;
	stop(): void;
}

/**
 * Begins a new round of attempts after growing pauses. §9 has ten attempts in a round; without further rounds, a page that
 * was ten seconds without a network would never be live again.
 * @param begin starts a round @param onRest is called when rounds stop, and when one has succeeded
 */
export const restBetweenRounds = (begin: () => void, onRest: (isResting: boolean) => void): Rounds => {
	let pauseMs = firstPauseMs;
	let waiting: ReturnType<typeof setTimeout> | undefined;
	let isResting = false;
	const tell = (now: boolean) => {
		if (now === isResting) return;
		isResting = now;
		onRest(now);
	};
	const resume = () => {
		if (waiting === undefined) return;
		clearTimeout(waiting);
		waiting = undefined;
		begin();
	};
	return {
		failed: () => {
			if (waiting !== undefined) return;
			waiting = setTimeout(resume, pauseMs);
			pauseMs = Math.min(2 * pauseMs, longestPauseMs);
			tell(true);
		},
		succeeded: () => {
			pauseMs = firstPauseMs;
			tell(false);
		},
		resume,
		stop: () => {
			clearTimeout(waiting);
			waiting = undefined;
			tell(false);
		},
	};
};
