import { useEffect, useState } from "react";

/** Runs something once what has just changed is painted, in a task of its own. Returns what cancels it. */
export const afterPaint = (run: () => void, waitMs = 0): (() => void) => {
	let timer: ReturnType<typeof setTimeout> | undefined;
	const frame = requestAnimationFrame(() => {
		timer = setTimeout(run, waitMs);
	});
	return () => {
		cancelAnimationFrame(frame);
		clearTimeout(timer);
	};
};

/** Returns the value that was there when the page was last painted: for what may follow the user's act by a frame. */
export const useAfterPaint = <T>(value: T): T => {
	const [painted, setPainted] = useState(value);
	useEffect(() => afterPaint(() => setPainted(value)), [value]);
	return painted;
};
