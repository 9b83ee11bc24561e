import { useLocation } from "@remix-run/react";
import { useRef } from "react";
import { isUnanswered } from "#app/api/unanswered";

/**
 * When a batch's consequences were counted as they were first shown, until the page is left, or sent and answered.
 * why: a notice counts them anew; what a colleague has changed since they were read is left out all the same.
 */
export const useAsShown = (asOf: number | undefined, answer: unknown): number | undefined => {
	const { key } = useLocation();
	const shown = useRef({ key, asOf });
	const isLeft = shown.current.key !== key && !isUnanswered(answer);
	if (isLeft || shown.current.asOf === undefined) shown.current = { key, asOf };
	return shown.current.asOf;
};
