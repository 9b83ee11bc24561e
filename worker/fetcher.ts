import type { ServicesFetcher } from "#app/api/client";
import type { Env } from "#worker/env";
import { wantLocalResponse } from "#worker/http/local-responses";
import { servicesApp } from "#worker/services/app";

/** The portal's connection to the services: always requests, in this Worker unless a binding or a URL is configured. */
export const servicesFetcher = (env: Env, ctx: ExecutionContext): ServicesFetcher => {
	const { SERVICES, SERVICES_URL } = env;
	if (SERVICES) return { fetch: (request) => SERVICES.fetch(request) };
	if (SERVICES_URL) return { fetch: (request) => fetch(new Request(at(SERVICES_URL, request.url), request)) };
	return {
		fetch: async (request, local) => {
			if (local) wantLocalResponse(request, local);
			return servicesApp().fetch(request, env, ctx);
		},
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
