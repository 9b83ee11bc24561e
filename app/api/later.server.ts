import { defer, json, type LoaderFunctionArgs, type TypedDeferredData } from "@remix-run/cloudflare";
import { runsScripts } from "#app/api/scripts-cookie";
import { fail, type Result } from "#worker/contract/result";

type Parts = Record<string, Promise<Result<unknown>>>;

/** How long a page waits for parts that could be streamed, in milliseconds. why: to stream it costs about as much. */
const graceMs = 5;
/** After how long the start of a page is drawn and on its way, in milliseconds. */
const startMs = 5;

/** Decides whether a page's secondary parts are streamed: only to browsers that are known to run scripts. */
export const openLater = ({ request, context }: Pick<LoaderFunctionArgs, "request" | "context">) => {
	// why: a script that asks for a route's data itself reads JSON.
	const accepted = request.headers.get("accept") ?? "";
	const isStreamed = runsScripts(request) && accepted !== "application/json";
	const isPage = accepted.includes("text/html");
	const { promise: started, resolve: start } = Promise.withResolvers<void>();
	let isAnyAfterStart = false;

	const guard = async <T>(part: () => Promise<Result<T>>): Promise<Result<T>> => {
		try {
			return await part();
		} catch (error) {
			const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
			console.error(JSON.stringify({ level: "error", requestId: context.requestId, error: text }));
			return fail("internal");
		}
	};

	return {
		/**
		 * Asks for a part of the page at once; one that throws is a problem, and does not fail the page. why at once:
		 * services in this Worker read it in the same database call.
		 */
		ask: guard,

		/**
		 * Asks for a part that takes long: where it is streamed, when the start of the page is on its way. why: a database that
		 * is busy with it would keep the page waiting.
		 */
		askAfterStart: async <T>(part: () => Promise<Result<T>>): Promise<Result<T>> => {
			isAnyAfterStart = true;
			if (isStreamed) await started;
			return guard(part);
		},

		/** Asks for a part of which the page needs the gist at once: `gist` is asked for only where the whole is streamed. */
		askWithGist: <T>(gist: () => Promise<Result<T>>, part: () => Promise<Result<T>>) => {
			const whole = guard(part);
			return { gist: isStreamed ? gist() : whole, whole };
		},

		/** Responds with what decides the page, and with the parts as promises while they are not there. */
		respond: async <Decided extends object, Late extends Parts>(
			decided: Decided,
			late: Late,
			init: ResponseInit = {},
		): Promise<TypedDeferredData<Decided & Late>> => {
			const settled: Record<string, Result<unknown>> = {};
			const all = Promise.all(
				Object.entries(late).map(async ([name, part]) => {
					settled[name] = await part;
				}),
			);
			if (isStreamed) {
				if (isAnyAfterStart) setTimeout(start, startMs);
				else await Promise.race([all, new Promise((resolve) => setTimeout(resolve, graceMs))]);
			} else await all;
			const data = { ...decided, ...late, ...settled };
			const isWhole = Object.keys(late).every((name) => name in settled);
			// why not `json` for a page: it would write the data as text, for Remix to read and to write once more into the page.
			const answer = isWhole ? (isPage ? dataAtHand(data, init) : json(data, init)) : defer(data, init);
			// why the cast: the reader takes a part and the promise of one (app/ui/later.tsx).
			return answer as TypedDeferredData<Decided & Late>;
		},
	};
};

/**
 * Returns what Remix takes for deferred data, of which all is there.
 * why not `defer`: what it makes is kept until V8 collects everything, some 8 kB a page (measured on 2026-11-30).
 */
const dataAtHand = (data: object, init: ResponseInit) => ({
	data,
	init,
	done: true,
	deferredKeys: [],
	pendingKeys: [],
	subscribe: () => () => undefined,
	cancel: () => undefined,
	resolveData: async () => false,
});

export type Later = ReturnType<typeof openLater>;
