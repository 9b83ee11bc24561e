import { useSyncExternalStore } from "react";
import { maxSelected } from "#app/list/list-address";

const none: readonly string[] = [];
const never = () => () => {};

/** The chosen applicants that links and forms carry on: those of the address, until the scripts remember them. */
export const useCarried = (chosen: readonly string[]): readonly string[] => {
	const first = chosen.length > maxSelected ? chosen.slice(0, maxSelected) : chosen;
	return useSyncExternalStore(
		never,
		() => none,
		// why: an address without a selection is drawn once, not again when the scripts take over.
		() => (first.length > 0 ? first : none),
	);
};
