/** Pages of which an address remembers the way back. why so few: addresses have a length, and filters lead further. */
const maxBack = 50;

/**
 * Returns where the pages beside one lead that reads on from a row: the address names that row as `after`, and in `back` those
 * from which the pages before it read on, the first page left out.
 * @param nextAfter the row from which the next page reads on; null on the last one
 */
export const keysetPages = (here: string, params: URLSearchParams, nextAfter: string | null) => {
	const after = params.get("after");
	const back = (params.get("back") ?? "").split("_").filter(Boolean);
	const kept = [...params].filter(([name]) => name !== "after" && name !== "back");
	const at = (cursor: string | undefined, before: readonly string[]) => {
		const there = new URLSearchParams(kept);
		if (cursor) there.set("after", cursor);
		if (before.length > 0) there.set("back", before.slice(-maxBack).join("_"));
		return there.size > 0 ? `${here}?${there}` : here;
	};
	return {
		previousTo: after ? at(back.at(-1), back.slice(0, -1)) : undefined,
		nextTo: nextAfter === null ? undefined : at(nextAfter, after ? [...back, after] : []),
	};
};
