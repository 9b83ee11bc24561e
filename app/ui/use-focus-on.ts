import { type RefObject, useEffect, useRef } from "react";

/**
 * Brings what a form was answered into sight and to the ear. why: its button is at the end of a long page or dialog, and
 * what was refused stands at its head. @param answer a new one for each sending; undefined for nothing to be told
 * @returns where it stands, which can be focused (`tabIndex={-1}`)
 */
export const useFocusOn = (answer: object | undefined): RefObject<HTMLDivElement> => {
	const place = useRef<HTMLDivElement>(null);
	useEffect(() => {
		if (answer) place.current?.focus();
	}, [answer]);
	return place;
};
