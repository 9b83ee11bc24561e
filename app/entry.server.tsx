import type { AppLoadContext, EntryContext } from "@remix-run/cloudflare";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { isbot } from "isbot";
import { renderToReadableStream, renderToString } from "react-dom/server";
import { NonceContext } from "#app/shell/nonce";

/**
 * A page whose data is all there is rendered to a string at once; a page with deferred data is streamed, its
 * shell first. why: React's byte stream costs two to four times the string.
 */
const handleRequest = async (
	request: Request,
	status: number,
	headers: Headers,
	remixContext: EntryContext,
	context: AppLoadContext,
): Promise<Response> => {
	headers.set("content-type", "text/html; charset=utf-8");
	const page = (
		<NonceContext.Provider value={context.nonce}>
			<RemixServer context={remixContext} url={request.url} nonce={context.nonce} />
		</NonceContext.Provider>
	);
	if (!remixContext.staticHandlerContext.activeDeferreds)
		return new Response(`<!DOCTYPE html>${renderToString(page)}`, { status, headers });

	let finalStatus = status;
	const body = await renderToReadableStream(page, {
		nonce: context.nonce,
		signal: request.signal,
		onError: (error) => {
			if (request.signal.aborted) return;
			finalStatus = 500;
			console.error(JSON.stringify({ level: "error", requestId: context.requestId, error: String(error) }));
		},
	});
	if (isbot(request.headers.get("user-agent"))) await body.allReady;
	return new Response(body, { status: finalStatus, headers });
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
