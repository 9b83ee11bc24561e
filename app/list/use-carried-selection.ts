import { useSyncExternalStore } from "react";
import { maxSelected } from "#app/list/list-address";

const none: readonly string[] = [];
const never = () => () => {};

/** Returns the selected applicants that links and forms repeat: those of the address, until scripts run. */
export const useCarried = (chosen: readonly string[]): readonly string[] => {
	const first = chosen.length > maxSelected ? chosen.slice(0, maxSelected) : chosen;
	return useSyncExternalStore(
		never,
		() => none,
		// why: an address without a selection is not rendered again on hydration.
		() => (first.length > 0 ? first : none),
	);
};
