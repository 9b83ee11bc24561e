import { useActionData, useLocation } from "@remix-run/react";
import { useRef } from "react";

/** Returns the result of the form until the page is left. why: the router forgets it when a notice revalidates. */
export const useKeptAnswer = <Action>() => {
	const answer = useActionData<Action>();
	const { key } = useLocation();
	const kept = useRef({ key, answer });
	if (answer || kept.current.key !== key) kept.current = { key, answer };
	return kept.current.answer;
};
