import { useRef } from "react";
import { isUnanswered } from "#app/api/unanswered";

/**
 * The idempotency key that a form is sent with.
 * why: a notice reads the page again, and with it comes another key; what may have been done, and only its answer been
 * lost, is repeated with the one it was sent with.
 */
export const useKeptKey = (key: string, answer: unknown): string => {
	const kept = useRef(key);
	if (!isUnanswered(answer)) kept.current = key;
	return kept.current;
};
