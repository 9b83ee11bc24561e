/** Marks what a page answers its own form when the server did not (§8). */
export const unanswered = { isUnanswered: true } as const;

/** Checks whether it is a page's own answer to a form whose outcome nobody knows. */
export const isUnanswered = (answer: unknown): boolean =>
	typeof answer === "object" && answer !== null && "isUnanswered" in answer;
