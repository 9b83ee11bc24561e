import { useRef } from "react";
import { isUnanswered } from "#app/api/unanswered";

/** Returns a form's idempotency key. why: a revalidation brings a new one, but a retry must send the old one. */
export const useKeptKey = (key: string, answer: unknown): string => {
	const kept = useRef(key);
	if (!isUnanswered(answer)) kept.current = key;
	return kept.current;
};
