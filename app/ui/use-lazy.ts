import { useEffect, useState } from "react";

/** How long it waits before it looks again whether the plain version is out of use. */
const lookAgainMs = 400;

/**
 * A piece whose code comes after the page; undefined until it is here. What stands for it meanwhile must work.
 * @param mayReplace asked before the piece takes that place.
 */
export const useLazy = <T>(load: () => Promise<T>, mayReplace: () => boolean = () => true): T | undefined => {
	const [piece, setPiece] = useState<{ value: T }>();
	// biome-ignore lint/correctness/useExhaustiveDependencies: loaded once; `mayReplace` reads a ref.
	useEffect(() => {
		let timer: ReturnType<typeof setTimeout>;
		let isHere = true;
		const place = (value: T) => {
			if (!isHere) return;
			if (mayReplace()) setPiece({ value });
			else timer = setTimeout(() => place(value), lookAgainMs);
		};
		// why: a network that fails here costs only the comfort; the plain version stays.
		load().then(place, () => undefined);
		return () => {
			isHere = false;
			clearTimeout(timer);
		};
	}, [load]);
	return piece?.value;
};
