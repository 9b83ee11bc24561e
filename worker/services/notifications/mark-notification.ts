import { hubFor } from "#durable-objects/notification-hub/stub";
import type { OrgContext } from "#worker/context";
import { fail, ok } from "#worker/contract/result";
import { topicOf } from "#worker/contract/topics";
import { readCounts } from "#worker/services/notifications/queries";
import { deleteOwn, markEvery, markRead } from "#worker/services/notifications/writes";

export const markNotification = async (ctx: OrgContext, id: string, read: boolean) => {
	const notification = await markRead(ctx, id, read);
	if (!notification) return fail("notification_unreadable");
	tellOwnPages(ctx);
	return ok(notification);
};

/** Marks all of them read, or seen, when the panel was opened. */
export const markAll = async (ctx: OrgContext, flag: "read" | "seen") => {
	// why: pages are told only of a change, or an open panel and its notice would call each other for ever.
	if ((await markEvery(ctx, flag)) > 0) tellOwnPages(ctx);
	return ok(await readCounts(ctx));
};

export const deleteNotification = async (ctx: OrgContext, id: string) => {
	if (!(await deleteOwn(ctx, id))) return fail("notification_undeletable");
	tellOwnPages(ctx);
	return ok({ id });
};

/** Has the user's other pages read the bell again. */
const tellOwnPages = (ctx: OrgContext): void => {
	const hub = hubFor(ctx.env.NOTIFICATION_HUB, ctx.organisationId);
	ctx.waitUntil(Promise.resolve(hub.notify([topicOf("notifications", ctx.actor.id)])));
};
