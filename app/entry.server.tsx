import type { AppLoadContext, EntryContext } from "@remix-run/cloudflare";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToReadableStream, renderToString } from "react-dom/server";
import { withErrorSummary } from "#app/api/error-summary.server";
import { forgetScripts, runsScripts } from "#app/api/scripts-cookie";
import { withToastInTitle } from "#app/api/toast-in-title.server";
import { NonceContext } from "#app/shell/nonce";
import type { Problem } from "#worker/contract/problems";

/** A complete page is rendered to a string. why: React's byte stream costs two to four times as much. */
const handleRequest = async (
	request: Request,
	status: number,
	headers: Headers,
	remixContext: EntryContext,
	context: AppLoadContext,
): Promise<Response> => {
	headers.set("content-type", "text/html; charset=utf-8");
	const { staticHandlerContext } = remixContext;
	const wait = waitOf(Object.values(staticHandlerContext.errors ?? {}));
	if (wait) headers.set("retry-after", wait);
	const isWhole = Object.values(staticHandlerContext.activeDeferreds ?? {}).every(({ done }) => done);
	// why: for each of them, Remix would add a script that waits for what is there.
	if (isWhole) staticHandlerContext.activeDeferreds = null;
	const page = (
		<NonceContext.Provider value={context.nonce}>
			<RemixServer context={remixContext} url={request.url} nonce={context.nonce} />
		</NonceContext.Provider>
	);
	// why: what was left out of this page for its scripts has to be in the next one, if none takes this one over.
	if (runsScripts(request)) headers.append("set-cookie", forgetScripts);
	if (isWhole) {
		const html = `<!DOCTYPE html>${renderToString(page)}`;
		const isRefused = request.method === "POST" && status >= 400;
		const forScripts = runsScripts(request);
		const said = forScripts ? html : await withToastInTitle(await withErrorSummary(html, isRefused));
		return new Response(said, { status, headers });
	}

	const body = await renderToReadableStream(page, {
		nonce: context.nonce,
		signal: request.signal,
		onError: (error) => {
			if (request.signal.aborted) return;
			console.error(JSON.stringify({ level: "error", requestId: context.requestId, error: String(error) }));
		},
	});
	return new Response(body, { status, headers });
};

/** Returns how many seconds the problem of a page asks to wait. why here: Remix takes no header from what a loader throws. */
const waitOf = (errors: readonly unknown[]): string | undefined => {
	const problem: Partial<Problem> | undefined = errors.find(isRouteErrorResponse)?.data;
	const seconds = problem?.details?.retryAfter;
	return typeof seconds === "number" ? String(seconds) : undefined;
};

export default handleRequest;

/** A defect in a loader or action: one log line. The reader gets the error page. */
export const handleError = (
	error: unknown,
	{ request, context }: { request: Request; context: AppLoadContext },
): void => {
	if (request.signal.aborted) return;
	// why: an address that is wrong is the reader's, not ours.
	if (isRouteErrorResponse(error) && error.status < 500) return;
	const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
	console.error(JSON.stringify({ level: "error", requestId: context.requestId, error: text }));
};
