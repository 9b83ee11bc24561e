import { type MutableRefObject, useEffect, useRef } from "react";

/**
 * Keeps what is typed while the palette's code loads for its field, so that no letter is lost and none runs a command
 * of the page.
 */
export const useTypedAhead = (isWaiting: boolean, onCancel: () => void): MutableRefObject<string> => {
	const typed = useRef("");
	const cancel = useRef(onCancel);
	cancel.current = onCancel;
	useEffect(() => {
		if (!isWaiting) return;
		typed.current = "";
		const onKeyDown = (event: KeyboardEvent) => {
			if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
			event.preventDefault();
			event.stopPropagation();
			if (event.key === "Escape") cancel.current();
			else if (event.key === "Backspace") typed.current = typed.current.slice(0, -1);
			else if (event.key.length === 1) typed.current += event.key;
		};
		// why: before anything on the page handles it.
		window.addEventListener("keydown", onKeyDown, { capture: true });
		return () => window.removeEventListener("keydown", onKeyDown, { capture: true });
	}, [isWaiting]);
	return typed;
};
