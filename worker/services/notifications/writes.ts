import { and, eq, type SQL } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { notifications } from "#worker/database/schema/records";
import { notificationFields } from "#worker/services/notifications/queries";

const own = ({ organisationId, actor }: OrgContext, condition?: SQL) =>
	and(eq(notifications.organisationId, organisationId), eq(notifications.userId, actor.id), condition);

/** A read notification counts as seen. */
const asRead = { read: true, seen: true };

/** @returns the notification, or undefined when the user has none of this id. */
export const markRead = async (ctx: OrgContext, id: string, read: boolean) => {
	const [marked] = await ctx.db
		.update(notifications)
		.set(read ? asRead : { read })
		.where(own(ctx, eq(notifications.id, id)))
		.returning(notificationFields);
	return marked;
};

/** @returns whether there was one to delete. */
export const deleteOwn = async (ctx: OrgContext, id: string): Promise<boolean> => {
	const deleted = await ctx.db
		.delete(notifications)
		.where(own(ctx, eq(notifications.id, id)))
		.returning({ id: notifications.id });
	return deleted.length > 0;
};

/** @returns how many changed. */
export const markEvery = async (ctx: OrgContext, flag: "read" | "seen"): Promise<number> => {
	const marked = await ctx.db
		.update(notifications)
		.set(flag === "read" ? asRead : { seen: true })
		.where(own(ctx, eq(notifications[flag], false)))
		.returning({ id: notifications.id });
	return marked.length;
};
