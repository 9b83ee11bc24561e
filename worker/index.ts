import { errands, jobs, subscribers, sweeps } from "#worker/background";
import { ConfigurationError, type Env, type EventMessage, type JobMessage, readEnv } from "#worker/env";
import { consumeEvents } from "#worker/events/consumer";
import { servicesAreElsewhere, servicesFetcher } from "#worker/fetcher";
import { drainRequest } from "#worker/http/bounded-body";
import { requestScope } from "#worker/http/request-scope";
import { servePortal } from "#worker/portal";
import { connectSocket, isSocketRequest } from "#worker/realtime";
import { servicesApp } from "#worker/services/app";
import { sweep } from "#worker/sweep/sweep";
import { endDeadLetters, runJobs } from "#worker/tasks/run-jobs";
import { noteServed } from "#worker/tasks/served";

export { NotificationHub } from "#durable-objects/notification-hub/notification-hub";

/** why: an operator sees at the first request what is missing, instead of a mystery later. */
const tryReadEnv = (raw: Env): Env | Response => {
	try {
		return readEnv(raw);
	} catch (error) {
		if (!(error instanceof ConfigurationError)) throw error;
		return new Response(error.message, { status: 503, headers: { "content-type": "text/plain; charset=utf-8" } });
	}
};

const answer = async (request: Request, raw: Env, runtime: ExecutionContext): Promise<Response> => {
	const env = tryReadEnv(raw);
	if (env instanceof Response) return env;
	const ctx = requestScope(runtime);
	if (!new URL(request.url).pathname.startsWith("/api/")) return servePortal(request, env, ctx);
	if (servicesAreElsewhere(env)) return servicesFetcher(env, ctx).fetch(request);
	if (isSocketRequest(request)) return connectSocket(request, env, runtime);
	return servicesApp().fetch(request, env, ctx);
};

/** The trigger that `worker/local/serve.mjs` fires once, when it has started the Worker. */
const afterStart = "after-start";

export default {
	fetch: async (request, raw, ctx) => {
		noteServed();
		const response = await answer(request, raw, ctx);
		await drainRequest(request);
		return response;
	},
	queue: (batch, raw, ctx) => {
		const env = readEnv(raw);
		if (batch.queue === "matricula-events")
			return consumeEvents(batch as MessageBatch<EventMessage>, env, ctx, { subscribers });
		if (batch.queue === "matricula-jobs" || batch.queue === "matricula-errands")
			return runJobs(batch as MessageBatch<JobMessage>, env, ctx, { jobs, errands });
		return endDeadLetters(batch, env, ctx, { jobs });
	},
	scheduled: ({ cron }, raw) => sweep(readEnv(raw), { sweeps, isAfterStart: cron === afterStart }),
} satisfies ExportedHandler<Env, EventMessage | JobMessage>;
