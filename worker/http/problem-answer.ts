import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { Problem } from "#worker/contract/problems";

/** A problem as the wire carries it: `{ error, code, fields?, details?, requestId }` with its status. */
export const answerProblem = (problem: Problem, requestId: string): Response => {
	const { status, ...rest } = problem;
	const headers = new Headers({ "content-type": "application/json; charset=utf-8", "cache-control": "no-store" });
	if (problem.code === "too_many_requests" && typeof problem.details?.retryAfter === "number")
		headers.set("retry-after", String(problem.details.retryAfter));
	return new Response(JSON.stringify({ ...rest, requestId }), { status: status as ContentfulStatusCode, headers });
};
