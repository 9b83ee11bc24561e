import { useActionData, useLocation } from "@remix-run/react";
import { useRef } from "react";

/**
 * What the page's form was answered with, until the page is left or the form sent again.
 * why: a notice reads the page's data anew, and with it the router forgets what the action said.
 */
export const useKeptAnswer = <Action>() => {
	const answer = useActionData<Action>();
	const { key } = useLocation();
	const kept = useRef({ key, answer });
	if (answer || kept.current.key !== key) kept.current = { key, answer };
	return kept.current.answer;
};
