import { type HeadersFunction, json } from "@remix-run/cloudflare";
import type { Problem } from "#worker/contract/problems";
import type { Result } from "#worker/contract/result";

/** Status 600 means that no response came (§8); HTTP itself ends at 599. */
export const httpStatus = ({ status }: Problem): number => (status === 600 ? 503 : status);

/** Returns the status and the headers of a page that shows a problem. */
export const problemInit = (problem: Problem): { status: number; headers: Record<string, string> } => {
	const seconds = problem.details?.retryAfter;
	return {
		status: httpStatus(problem),
		headers: typeof seconds === "number" ? { "retry-after": String(seconds) } : {},
	};
};

/** Returns the headers of a page whose action was refused: how long to wait. */
export const waitHeaders: HeadersFunction = ({ actionHeaders }) => {
	const seconds = actionHeaders.get("retry-after");
	return seconds === null ? new Headers() : { "retry-after": seconds };
};

/** A problem as a Response, to be thrown by a loader and drawn by an error boundary. */
export const problemResponse = (problem: Problem): Response => json(problem, problemInit(problem));

/** Returns the value, or throws the page that says why there is none: for data without which there is no page. */
export const orThrow = <T>(result: Result<T>): T => {
	if (result.ok) return result.value;
	throw problemResponse(result.problem);
};
