import { closeCodes } from "#durable-objects/notification-hub/contract";
import { hubFor } from "#durable-objects/notification-hub/stub";
import type { OrgContext } from "#worker/context";
import { describeDefect } from "#worker/http/create-app";
import { log } from "#worker/log";

const closePagesOf = async (ctx: OrgContext, findUsers: () => Promise<readonly string[]>, code: number) => {
	const hub = hubFor(ctx.env.NOTIFICATION_HUB, ctx.organisationId);
	try {
		for (const userId of await findUsers()) await hub.closeUser(userId, code);
	} catch (error) {
		// why: the change is done already; a hub that cannot be reached must not fail the request.
		log("error", { message: "pages not closed", organisationId: ctx.organisationId, error: describeDefect(error) });
	}
};

/** Closes the live connections of users whose sessions have ended. */
export const closePages = (ctx: OrgContext, userId: string): void =>
	ctx.waitUntil(closePagesOf(ctx, async () => [userId], closeCodes.sessionEnded));

/**
 * Closes the live connections of users, whose pages open them again. why: a connection was told at its beginning what its
 * user may see.
 */
export const reopenPages = (ctx: OrgContext, findUsers: () => Promise<readonly string[]>): void =>
	ctx.waitUntil(closePagesOf(ctx, findUsers, closeCodes.reconnect));
