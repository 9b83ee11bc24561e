import * as v from "valibot";
import { screenProblems } from "#worker/contract/screen-problems";

const Problem = v.object({ error: v.string() });

/** A route's result: its data (an action's refusals are data too), or the message of a failure. */
export type RouteAnswer<T> =
	| { ok: true; data: T }
	| {
			ok: false;
			error: string;
			/** The outcome is unknown: no response came. */
			isUnanswered?: boolean;
	  };

/**
 * Calls a route's loader, or with `form` its action, without leaving the page. why: a fetcher that fails, even
 * because of the line, replaces the whole page by an error, and typed text is lost.
 * @param routeId the route's module without its ending, by which Remix responds with data instead of a page.
 */
export const askRoute = async <S extends v.GenericSchema>(
	address: string,
	routeId: string,
	schema: S,
	{ form, signal }: { form?: Record<string, string> | URLSearchParams; signal?: AbortSignal } = {},
): Promise<RouteAnswer<v.InferOutput<S>>> => {
	const url = new URL(address, window.location.href);
	url.searchParams.set("_data", routeId);
	let answer: Response;
	let body: unknown;
	try {
		answer = await fetch(url, form ? { method: "POST", body: new URLSearchParams(form), signal } : { signal });
		body = answer.status === 204 ? undefined : await answer.json();
	} catch (error) {
		if (signal?.aborted) throw error;
		return { ok: false, error: screenProblems.network.message, isUnanswered: true };
	}
	// why: a redirect leads to the login page; the session has ended.
	const elsewhere = answer.headers.get("x-remix-redirect");
	if (elsewhere) window.location.assign(elsewhere);
	const data = v.safeParse(schema, body);
	if (data.success) return { ok: true, data: data.output };
	const problem = v.safeParse(Problem, body);
	return { ok: false, error: problem.success ? problem.output.error : screenProblems.internal.message };
};
