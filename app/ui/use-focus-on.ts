import { type RefObject, useEffect, useRef } from "react";

/** Returns the ref of a focusable element; scrolls to it and focuses it for each new `answer`. */
export const useFocusOn = (answer: object | undefined): RefObject<HTMLDivElement> => {
	const place = useRef<HTMLDivElement>(null);
	useEffect(() => {
		if (answer) place.current?.focus();
	}, [answer]);
	return place;
};
