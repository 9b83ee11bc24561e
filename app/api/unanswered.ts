import type { ShouldRevalidateFunction } from "@remix-run/react";

/** Marks what a page answers its own form when nobody else did (§8). */
export const unanswered = { isUnanswered: true } as const;

/** Is it a page's own answer to a form of which nobody knows what became? */
export const isUnanswered = (answer: unknown): boolean =>
	typeof answer === "object" && answer !== null && "isUnanswered" in answer;

/** why: the line over which a form was not answered answers no reading either, which would take the page away. */
export const unlessUnanswered: ShouldRevalidateFunction = ({ actionResult, defaultShouldRevalidate }) =>
	defaultShouldRevalidate && !isUnanswered(actionResult);
