import { useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";

let region: HTMLElement | undefined;
let filling: ReturnType<typeof setTimeout> | undefined;

/** Creates the region that screen readers listen to. why not in the page: nothing is announced without scripts. */
export const openAnnouncements = (): (() => void) => {
	const opened = document.createElement("div");
	opened.setAttribute("role", "status");
	opened.className = "sr-only";
	document.body.appendChild(opened);
	region = opened;
	return () => opened.remove();
};

/** Tells users of a screen reader what sighted users see change. The last of several texts at once is read. */
export const announce = (text: string): void => {
	if (!region) return;
	region.textContent = "";
	clearTimeout(filling);
	// why later: a region that is emptied and filled in one step counts as unchanged.
	filling = setTimeout(() => region?.replaceChildren(text), 50);
};

/** Announces a text for each new search part of the address, and not when a colleague's change alters the text. */
export const useAnnounced = (text: string): void => {
	const { search } = useLocation();
	const announcedFor = useRef<string>();
	useEffect(() => {
		if (announcedFor.current === search) return;
		announcedFor.current = search;
		announce(text);
	}, [text, search]);
};
