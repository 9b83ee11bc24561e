import type { Changed } from "#app/shell/shows";

/** The time between two readings. why: a large change causes many notices a second. */
const gapMs = 1_000;

/** Turns many notices into few readings: the first at once, later ones together at the end of the gap. */
export interface Pace {
	hear(changed: Changed): void;
	/** While the page navigates, sends or reads, nothing else is read. */
	setBusy(isBusy: boolean): void;
	stop(): void;
}

export const paceReadings = (read: (changed: Changed) => void): Pace => {
	let heard: Changed = [];
	let timer: ReturnType<typeof setTimeout> | undefined;
	let readAt = Number.NEGATIVE_INFINITY;
	let isBusy = false;

	const readNow = () => {
		timer = undefined;
		if (isBusy) return;
		const changed = heard;
		heard = [];
		readAt = Date.now();
		read(changed);
	};
	const plan = () => {
		if (isBusy || timer !== undefined || heard.length === 0) return;
		const waitMs = readAt + gapMs - Date.now();
		if (waitMs > 0) timer = setTimeout(readNow, waitMs);
		else readNow();
	};
	return {
		hear: (changed) => {
			heard = heard === "everything" || changed === "everything" ? "everything" : [...new Set([...heard, ...changed])];
			plan();
		},
		setBusy: (busy) => {
			isBusy = busy;
			plan();
		},
		stop: () => clearTimeout(timer),
	};
};
