import { useRef } from "react";
import { isUnanswered } from "#app/api/unanswered";

/**
 * Returns the idempotency key of a form. why: a live notice revalidates the page, which brings a new key; a form
 * whose response was lost must be repeated with the key that it was sent with.
 */
export const useKeptKey = (key: string, answer: unknown): string => {
	const kept = useRef(key);
	if (!isUnanswered(answer)) kept.current = key;
	return kept.current;
};
