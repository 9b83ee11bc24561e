import { useActionData, useLocation } from "@remix-run/react";
import { useRef } from "react";

/**
 * Returns the result of the page's form until the page is left or the form is sent again. why: a live notice
 * revalidates the page, and the router then forgets the action's result.
 */
export const useKeptAnswer = <Action>() => {
	const answer = useActionData<Action>();
	const { key } = useLocation();
	const kept = useRef({ key, answer });
	if (answer || kept.current.key !== key) kept.current = { key, answer };
	return kept.current.answer;
};
