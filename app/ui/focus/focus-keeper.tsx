import { useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { topDialog } from "#app/ui/dialog/open-dialogs";
import { announce, openAnnouncements } from "#app/ui/focus/announce";
import { focusPage, keepFocus } from "#app/ui/focus/keep-focus";

const isInContent = (element: Element | null): boolean => Boolean(element?.parentElement?.closest("main, dialog"));

/** Keeps the focus in the page, and takes it to each new page, whose title is announced. Stands after the pages. */
export const FocusKeeper = () => {
	const { key } = useLocation();
	const heading = useRef<Element | null>();
	useEffect(keepFocus, []);
	// biome-ignore lint/correctness/useExhaustiveDependencies: once for every address.
	useEffect(() => {
		const before = heading.current;
		heading.current = document.querySelector("h1");
		// why by the heading: dialogs and filters change the address too, and keep the page's heading.
		if (before === undefined || heading.current === before) return;
		announce(document.title.replace(/ · Matricula$/, ""));
		if (!topDialog() && !isInContent(document.activeElement)) focusPage();
	}, [key]);
	useEffect(openAnnouncements, []);
	return null;
};
