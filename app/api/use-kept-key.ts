import { useRef } from "react";
import { isUnanswered } from "#app/api/unanswered";

/**
 * Returns the idempotency key of what a form sends next. why not always the one that was read: a retry must send the old
 * one, and what is sent right after an answer, before a new one is read, is another request.
 */
export const useKeptKey = (read: string, answer: unknown): string => {
	const kept = useRef({ key: read, read, answer });
	const { current } = kept;
	if (isUnanswered(answer)) return current.key;
	if (read !== current.read) kept.current = { key: read, read, answer };
	else if (answer !== current.answer) kept.current = { key: crypto.randomUUID(), read, answer };
	return kept.current.key;
};
