import { useRef } from "react";

/**
 * Returns what a dialog shows: what its loader returned last while its part was there. why: when a colleague removes the
 * part, what is typed stays, and so does what it was called.
 */
export const useLastThere = <Data extends { isGone: boolean }>(loaded: Data): Data => {
	const kept = useRef(loaded);
	if (!loaded.isGone) kept.current = loaded;
	return kept.current;
};
