import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import type { Clock } from "#worker/context";
import type { Env } from "#worker/env";
import { type App, createApp } from "#worker/http/create-app";

interface Call {
	method?: string;
	headers?: Record<string, string>;
	/** Sent as JSON unless it is a string or a form. */
	body?: unknown;
}

/**
 * Returns an API of these features alone, called over HTTP; background work is done before it returns.
 * @param bindings other than the tests' own
 */
export const serviceApp = (features: readonly ((app: App) => void)[], clock?: Clock, bindings: Partial<Env> = {}) => {
	const app = createApp(clock);
	for (const register of features) register(app);
	const appEnv = { ...env, ...bindings };
	return async (path: string, { method, headers = {}, body }: Call = {}): Promise<Response> => {
		const raw = typeof body === "string" || body instanceof URLSearchParams || body instanceof FormData;
		const request = new Request(`https://portal.test/api${path}`, {
			method: method ?? (body === undefined ? "GET" : "POST"),
			headers: { ...(body !== undefined && !raw ? { "content-type": "application/json" } : {}), ...headers },
			body: raw ? body : body === undefined ? null : JSON.stringify(body),
		});
		const ctx = createExecutionContext();
		const response = await app.fetch(request, appEnv, ctx);
		await waitOnExecutionContext(ctx);
		return response;
	};
};
