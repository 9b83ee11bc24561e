import type { Changed } from "#app/shell/shows";
import { readTopic, type Topic } from "#worker/contract/topics";

/**
 * The time between two readings. why: a large change causes many notices a second. why longer for sums: each open
 * dashboard reads all of them, and an import or a batch changes them with every slice.
 */
const gapsMs = { usual: 1_000, sums: 5_000 } as const;

const paces = ["usual", "sums"] as const;
const paceOf = (topic: Topic): (typeof paces)[number] => (readTopic(topic).kind === "statistics" ? "sums" : "usual");

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
	let isBusy = false;
	const readAt = { usual: Number.NEGATIVE_INFINITY, sums: Number.NEGATIVE_INFINITY };

	const dueAt = (topic: Topic): number => readAt[paceOf(topic)] + gapsMs[paceOf(topic)];

	/** Returns what may be read by now, and keeps the rest. */
	const takeDue = (now: number): Changed => {
		const all = heard;
		if (all === "everything") {
			heard = [];
			return all;
		}
		heard = all.filter((topic) => dueAt(topic) > now);
		return all.filter((topic) => dueAt(topic) <= now);
	};
	const readNow = () => {
		timer = undefined;
		if (isBusy) return;
		const now = Date.now();
		const due = takeDue(now);
		for (const pace of paces)
			if (due === "everything" || due.some((topic) => paceOf(topic) === pace)) readAt[pace] = now;
		if (due.length > 0) read(due);
		plan();
	};
	const plan = () => {
		if (isBusy || heard.length === 0) return;
		clearTimeout(timer);
		const first = heard === "everything" ? readAt.usual + gapsMs.usual : Math.min(...heard.map(dueAt));
		const waitMs = first - Date.now();
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
