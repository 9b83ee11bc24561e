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

/** Calls the loader of the module `routeId`, or with `form` its action. why no fetcher: its failure replaces the page. */
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
		// why: asked for as JSON, a route's data is whole; to the router its later parts may be streamed.
		const headers = { accept: "application/json" };
		const asked = form ? { method: "POST", body: new URLSearchParams(form) } : {};
		answer = await fetch(url, { ...asked, headers, signal });
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

/** A part of a route's data that its page shows later; null where it could not be had. */
export const partOf = <T>(schema: v.GenericSchema<unknown, T>) =>
	v.fallback(
		v.pipe(
			v.object({ ok: v.literal(true), value: schema }),
			v.transform(({ value }): T | null => value),
		),
		null,
	);
