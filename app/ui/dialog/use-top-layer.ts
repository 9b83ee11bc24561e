import { useCallback, useRef } from "react";

const gap = 4;

/** Below the opener, or above it where there is more room; its near edge, its far edge, or its whole width. */
const place = (panel: HTMLElement, opener: HTMLElement, align: "start" | "end" | "fill") => {
	const box = opener.getBoundingClientRect();
	const height = panel.offsetHeight + gap;
	const isAbove = box.bottom + height > window.innerHeight && box.top > window.innerHeight - box.bottom;
	const { style } = panel;
	style.position = "fixed";
	style.margin = "0";
	style.top = isAbove ? "auto" : `${box.bottom + gap}px`;
	style.bottom = isAbove ? `${window.innerHeight - box.top + gap}px` : "auto";
	if (align === "fill") style.width = `${box.width}px`;
	const start = align === "end" ? box.right - panel.offsetWidth : box.left;
	style.left = `${Math.max(8, Math.min(start, window.innerWidth - panel.offsetWidth - 8))}px`;
	style.right = "auto";
};

/** Returns the ref of a list painted over everything. why in its place: a modal dialog makes the rest inert. */
export const useTopLayer = (align: "start" | "end" | "fill") => {
	const stop = useRef<() => void>();
	return useCallback(
		(panel: HTMLElement | null) => {
			stop.current?.();
			stop.current = undefined;
			const opener = panel?.parentElement;
			if (!panel || !opener || !("showPopover" in panel)) return;
			panel.popover = "manual";
			panel.showPopover();
			const update = () => place(panel, opener, align);
			update();
			window.addEventListener("scroll", update, true);
			window.addEventListener("resize", update);
			stop.current = () => {
				window.removeEventListener("scroll", update, true);
				window.removeEventListener("resize", update);
				// why: a chosen entry disappears with the focus on it, so the focus goes to the button first.
				if (panel.contains(document.activeElement)) opener.querySelector("button")?.focus({ preventScroll: true });
			};
		},
		[align],
	);
};
