import { dayMs } from "#worker/contract/day-ms";

/** The most states of a draft that are kept, and the most bytes that they take. why: a row of D1 holds 2 MB at most. */
const maxStates = 50;
const maxBytes = 900_000;

/** The place of a draft that was discarded: its states are kept so that it can be brought back. */
export const discarded = -1;

/** For how long a draft is kept that nobody sees any more. */
export const keptDraftMs = 90 * dayMs;

/** Leaves out the oldest states of a draft where there are too many, or too much in them. */
export const newestStates = <State>(states: readonly State[]): State[] => {
	const kept = states.slice(-maxStates);
	while (kept.length > 1 && bytesOf(kept) > maxBytes) kept.shift();
	return kept;
};

const bytesOf = (states: readonly unknown[]): number => new TextEncoder().encode(JSON.stringify(states)).length;
