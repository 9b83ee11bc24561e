/** How many items PageDown and PageUp pass. */
const pageOfItems = 8;

/** Returns the item to which a key leads; undefined for another key. Up and down go round. */
export const itemAfter = (key: string, values: readonly string[], chosen: string | undefined): string | undefined => {
	const last = values.length - 1;
	const at = values.indexOf(chosen ?? "");
	const places: Record<string, number> = {
		ArrowDown: at === last ? 0 : at + 1,
		ArrowUp: at <= 0 ? last : at - 1,
		PageDown: Math.min(last, at + pageOfItems),
		PageUp: Math.max(0, at - pageOfItems),
		Home: 0,
		End: last,
	};
	return values[places[key] ?? -1];
};

/** Checks whether a key leads past the last item, or round to it from the first. */
export const leadsBeyond = (key: string, values: readonly string[], chosen: string | undefined): boolean => {
	const at = values.indexOf(chosen ?? "");
	const steps: Record<string, number> = { ArrowDown: 1, PageDown: pageOfItems, End: values.length };
	return at + (steps[key] ?? Number.NEGATIVE_INFINITY) >= values.length || (key === "ArrowUp" && at <= 0);
};
