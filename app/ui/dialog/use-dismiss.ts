import { type RefObject, useEffect, useRef } from "react";

/** Closes an open part of an element on a press or focus elsewhere, and on Esc, which returns the focus. */
export const useDismiss = (
	around: RefObject<HTMLElement>,
	opener: RefObject<HTMLElement>,
	isOpen: boolean,
	close: () => void,
): void => {
	const latest = useRef(close);
	latest.current = close;
	useEffect(() => {
		if (!isOpen) return;
		const isInside = (target: EventTarget | null) => target instanceof Node && around.current?.contains(target);
		const onElsewhere = (event: Event) => {
			if (!isInside(event.target)) latest.current();
		};
		const onKeyDown = (event: KeyboardEvent) => {
			if (event.key !== "Escape" || !isInside(event.target)) return;
			event.preventDefault();
			event.stopPropagation();
			opener.current?.focus();
			latest.current();
		};
		document.addEventListener("pointerdown", onElsewhere);
		document.addEventListener("focusin", onElsewhere);
		document.addEventListener("keydown", onKeyDown, true);
		return () => {
			document.removeEventListener("pointerdown", onElsewhere);
			document.removeEventListener("focusin", onElsewhere);
			document.removeEventListener("keydown", onKeyDown, true);
		};
	}, [around, opener, isOpen]);
};
