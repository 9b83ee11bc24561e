import { useEffect, useState } from "react";
import { flushSync } from "react-dom";

/** How long it waits before it checks again whether the plain version is in use. */
const lookAgainMs = 400;

/** Returns a component whose code loads after the page; undefined until then, and until `mayReplace` agrees. */
export const useLazy = <T>(load: () => Promise<T>, mayReplace: () => boolean = () => true): T | undefined => {
	const [piece, setPiece] = useState<{ value: T }>();
	// biome-ignore lint/correctness/useExhaustiveDependencies: loaded once; `mayReplace` reads a ref.
	useEffect(() => {
		let timer: ReturnType<typeof setTimeout>;
		let isHere = true;
		const place = (value: T) => {
			if (!isHere) return;
			// why at once: a letter typed between the answer and the replacement would be lost.
			if (mayReplace()) flushSync(() => setPiece({ value }));
			else timer = setTimeout(() => place(value), lookAgainMs);
		};
		// why: a network failure here costs only the comfort; the plain version stays.
		load().then(place, () => undefined);
		return () => {
			isHere = false;
			clearTimeout(timer);
		};
	}, [load]);
	return piece?.value;
};
