import type { OrgContext } from "#worker/context";
import { fail, ok } from "#worker/contract/result";
import { tellOwnPages } from "#worker/services/notifications/tell-own-pages";
import { deleteOwn } from "#worker/services/notifications/writes";

/** Deletes one of the user's notifications. */
export const deleteNotification = async (ctx: OrgContext, id: string) => {
	if (!(await deleteOwn(ctx, id))) return fail("notification_undeletable");
	tellOwnPages(ctx);
	return ok({ id });
};
