import type { Env } from "#worker/env";
import { servicesApp } from "#worker/services/app";

export { NotificationHub } from "#durable-objects/notification-hub/notification-hub";

/** The services without the portal, for tests of services, events and the hub. */
export default {
	fetch: (request, env, ctx) => servicesApp().fetch(request, env, ctx),
} satisfies ExportedHandler<Env>;
