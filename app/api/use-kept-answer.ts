import { useActionData, useLocation } from "@remix-run/react";
import { useRef } from "react";

/** Returns the result of the page's form. why: the router forgets it when a live notice revalidates the page. */
export const useKeptAnswer = <Action>() => {
	const answer = useActionData<Action>();
	const { key } = useLocation();
	const kept = useRef({ key, answer });
	if (answer || kept.current.key !== key) kept.current = { key, answer };
	return kept.current.answer;
};
