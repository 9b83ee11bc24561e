import { type Problem, problems } from "#worker/contract/problems";

/**
 * A problem as the wire carries it: RFC 9457 problem details, with the specification's `error` and this API's `code`,
 * `fields`, `details` and `requestId` beside them (§8).
 */
export const answerProblem = ({ status, ...problem }: Problem, requestId: string): Response => {
	const { code, error, details } = problem;
	const body = {
		type: `/api/docs#problem-${code}`,
		title: problems[code].message,
		status,
		detail: error,
		...problem,
		requestId,
	};
	const headers = new Headers({ "content-type": "application/problem+json", "cache-control": "no-store" });
	if (status === 401) headers.set("www-authenticate", 'Bearer realm="Matricula"');
	if (typeof details?.retryAfter === "number") headers.set("retry-after", String(details.retryAfter));
	return new Response(JSON.stringify(body), { status, headers });
};
