import { hubFor } from "#durable-objects/notification-hub/stub";
import type { OrgContext } from "#worker/context";

/** Has the user's other pages read the bell again. */
export const tellOwnPages = (ctx: OrgContext): void => {
	const hub = hubFor(ctx.env.NOTIFICATION_HUB, ctx.organisationId);
	ctx.waitUntil(Promise.resolve(hub.notify([ctx.actor.id])));
};
