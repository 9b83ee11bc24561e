import { type Introduction, introduce } from "#durable-objects/notification-hub/member";
import type { NotificationHub } from "#durable-objects/notification-hub/notification-hub";

/** An organisation's hub. why: the one place that names it, so that a large institution's can be split by user. */
export const hubFor = (namespace: DurableObjectNamespace<NotificationHub>, organisationId: string) =>
	namespace.get(namespace.idFromName(organisationId));

/** Hands an authenticated upgrade to the hub in a new request, so that no header of the client gets there. */
export const openSocket = (hub: ReturnType<typeof hubFor>, user: Introduction): Promise<Response> =>
	hub.fetch("https://hub/", { headers: { ...introduce(user), upgrade: "websocket" } });
