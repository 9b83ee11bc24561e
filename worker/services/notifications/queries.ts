import { and, desc, eq, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { notifications, notificationTotals } from "#worker/database/schema/records";

export const notificationFields = {
	id: notifications.id,
	type: notifications.type,
	message: notifications.message,
	read: notifications.read,
	createdAt: notifications.createdAt,
};

/** Reads one page of the user's own notifications, newest first. @param name a type, or empty for all */
export const pageOfNotifications = async (
	{ db, organisationId, actor }: OrgContext,
	{ name, page, size }: { name: string; page: number; size: number },
) => {
	const [data, [total]] = await db.batch([
		db
			.select(notificationFields)
			.from(notifications)
			.where(
				and(
					eq(notifications.organisationId, organisationId),
					eq(notifications.userId, actor.id),
					name === "" ? undefined : sql`${notifications.type} = ${name}`,
				),
			)
			.orderBy(desc(notifications.createdAt), desc(notifications.id))
			.limit(size)
			.offset(page * size),
		db
			.select({ notifications: sql<number>`coalesce(sum(${notificationTotals.notifications}), 0)` })
			.from(notificationTotals)
			.where(
				and(
					eq(notificationTotals.organisationId, organisationId),
					eq(notificationTotals.userId, actor.id),
					name === "" ? undefined : eq(notificationTotals.type, name),
				),
			),
	]);
	return { data, resultTotal: total?.notifications ?? 0, page, size };
};

/** why plain SQL: every page asks. */
export const readCounts = async ({ db, organisationId, actor }: OrgContext) => {
	const [counts] = await db.all<{ newNotifications: number; unread: number }>(sql`
		SELECT unseen AS newNotifications, unread FROM notification_counts
		WHERE organisation_id = ${organisationId} AND user_id = ${actor.id}`);
	return counts ?? { newNotifications: 0, unread: 0 };
};
