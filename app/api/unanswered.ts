/** Marks the result that a page gives its own form when no response came (§8). */
export const unanswered = { isUnanswered: true } as const;

/** Checks whether the result is the page's own, because the outcome of the form is unknown. */
export const isUnanswered = (answer: unknown): boolean =>
	typeof answer === "object" && answer !== null && "isUnanswered" in answer;

/** Marks the result of a form that changes nothing of what pages show: none reads again because of it. */
export const quiet = { isQuiet: true } as const;

export const isQuiet = (answer: unknown): boolean =>
	typeof answer === "object" && answer !== null && "isQuiet" in answer;
