import { NavigationType, useLocation, useNavigationType } from "@remix-run/react";
import { useEffect, useRef } from "react";

let region: HTMLElement | undefined;
let filling: ReturnType<typeof setTimeout> | undefined;
let waiting: string | undefined;

/** Creates the region that screen readers listen to. why not in the page: nothing is announced without scripts. */
export const openAnnouncements = (): (() => void) => {
	const opened = document.createElement("div");
	opened.setAttribute("role", "status");
	opened.className = "sr-only";
	document.body.appendChild(opened);
	region = opened;
	return () => opened.remove();
};

/**
 * Tells users of a screen reader what sighted users see change. The last of several texts at once is read, and after
 * it the result of work.
 */
export const announce = (text: string): void => read(waiting === undefined ? text : `${text}. ${waiting}`);

const announceResult = (text: string): void => {
	waiting = text;
	read(text);
};

const read = (text: string): void => {
	if (!region) return;
	region.textContent = "";
	clearTimeout(filling);
	// why later: a region that is emptied and filled in one step counts as unchanged.
	filling = setTimeout(() => {
		waiting = undefined;
		region?.replaceChildren(text);
	}, 50);
};

/**
 * Announces each text that takes the place of another one: the result of work that the page waits for. Also the first
 * one after a link or a form led here: the work may have ended on the way. A page that is loaded says it by itself.
 */
export const useAnnouncedResult = (text: string | undefined): void => {
	const isLoaded = useNavigationType() === NavigationType.Pop;
	const before = useRef(isLoaded ? text : undefined);
	useEffect(() => {
		if (before.current === text) return;
		before.current = text;
		if (text) announceResult(text);
	}, [text]);
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
