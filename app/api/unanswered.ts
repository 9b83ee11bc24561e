import type { ShouldRevalidateFunction } from "@remix-run/react";

/** Marks the result that a page gives its own form when no response came (§8). */
export const unanswered = { isUnanswered: true } as const;

/** Checks whether the result is the page's own, because the outcome of the form is unknown. */
export const isUnanswered = (answer: unknown): boolean =>
	typeof answer === "object" && answer !== null && "isUnanswered" in answer;

/** why: the connection that failed the form fails the revalidation too, and its error would take the page away. */
export const unlessUnanswered: ShouldRevalidateFunction = ({ actionResult, defaultShouldRevalidate }) =>
	defaultShouldRevalidate && !isUnanswered(actionResult);
