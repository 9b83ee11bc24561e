import { useEffect, useRef } from "react";

/** Calls `callback` once calls have stopped for `delayMs`, with the last arguments; never after unmounting. */
export const useDebouncedCallback = <A extends unknown[]>(callback: (...args: A) => void, delayMs: number) => {
	const latest = useRef(callback);
	const timer = useRef<ReturnType<typeof setTimeout>>();
	useEffect(() => {
		latest.current = callback;
	});
	useEffect(() => () => clearTimeout(timer.current), []);
	return (...args: A) => {
		clearTimeout(timer.current);
		timer.current = setTimeout(() => latest.current(...args), delayMs);
	};
};
