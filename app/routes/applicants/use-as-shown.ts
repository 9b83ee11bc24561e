import { useLocation } from "@remix-run/react";
import { useRef } from "react";

/**
 * When a batch's consequences were counted as they were first shown, until the page is left or sent.
 * why: a live hint counts them anew; what a colleague has changed since they were read is left out all the same.
 */
export const useAsShown = (asOf: number | undefined): number | undefined => {
	const { key } = useLocation();
	const shown = useRef({ key, asOf });
	if (shown.current.key !== key || shown.current.asOf === undefined) shown.current = { key, asOf };
	return shown.current.asOf;
};
