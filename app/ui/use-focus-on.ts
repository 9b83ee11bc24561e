import { type RefObject, useEffect, useRef } from "react";

/** Returns the ref of an element that is focused for each new `answer`. why: errors are far above the button. */
export const useFocusOn = (answer: object | undefined): RefObject<HTMLDivElement> => {
	const place = useRef<HTMLDivElement>(null);
	useEffect(() => {
		if (answer) place.current?.focus();
	}, [answer]);
	return place;
};
