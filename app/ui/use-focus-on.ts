import { type RefObject, useEffect, useRef } from "react";

/**
 * Scrolls a form's result into view and moves the focus to it. why: its button is at the end of a long page or
 * dialog, and the errors are at its head. @param answer a new one for each sending; undefined when there is nothing
 * to show
 * @returns a ref for the element, which must be focusable (`tabIndex={-1}`)
 */
export const useFocusOn = (answer: object | undefined): RefObject<HTMLDivElement> => {
	const place = useRef<HTMLDivElement>(null);
	useEffect(() => {
		if (answer) place.current?.focus();
	}, [answer]);
	return place;
};
