import { type RefObject, useEffect, useRef } from "react";

/**
 * Scrolls to a form's result and focuses it. @param answer a new one for each sending, undefined for none
 * @returns a ref for the element, which must be focusable (`tabIndex={-1}`)
 */
export const useFocusOn = (answer: object | undefined): RefObject<HTMLDivElement> => {
	const place = useRef<HTMLDivElement>(null);
	useEffect(() => {
		if (answer) place.current?.focus();
	}, [answer]);
	return place;
};
