import { useLocation } from "@remix-run/react";
import { useRef } from "react";

/**
 * Returns what a dialog showed when it was opened, or what its last refusal said. why: a notice loads what a
 * colleague has saved, and the form must not name that as what its user saw.
 * @param told what the refusal said; undefined while nothing was refused
 */
export const useSeen = <T>(loaded: T, told: T | undefined): T => {
	const { pathname } = useLocation();
	const seen = useRef({ pathname, value: loaded });
	if (seen.current.pathname !== pathname) seen.current = { pathname, value: loaded };
	if (told !== undefined) seen.current.value = told;
	return seen.current.value;
};
