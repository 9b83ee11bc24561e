import type { ServicesFetcher } from "#app/api/client";
import type { Env } from "#worker/env";
import { localCall } from "#worker/http/local-responses";
import type { RequestScope } from "#worker/http/request-scope";
import { servicesApp } from "#worker/services/app";

/** The portal's connection to the services: always requests, in this Worker unless a binding or a URL is configured. */
export const servicesFetcher = (env: Env, ctx: RequestScope): ServicesFetcher => {
	const { SERVICES, SERVICES_URL } = env;
	if (SERVICES) return { fetch: (request) => SERVICES.fetch(request) };
	if (SERVICES_URL) return { fetch: (request) => fetch(new Request(at(SERVICES_URL, request.url), request)) };
	return {
		fetch: async (request, local) => servicesApp().fetch(request, env, local ? localCall(ctx, local) : ctx),
	};
};

/**
 * Checks whether the services are elsewhere: then this Worker passes on every request to `/api`, sockets included.
 */
export const servicesAreElsewhere = ({ SERVICES, SERVICES_URL }: Env): boolean =>
	SERVICES !== undefined || SERVICES_URL !== undefined;

const at = (base: string, url: string): URL => {
	const { pathname, search } = new URL(url);
	return new URL(pathname + search, base);
};
