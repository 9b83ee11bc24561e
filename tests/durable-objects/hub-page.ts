import { env } from "cloudflare:workers";
import type { Introduction } from "#durable-objects/notification-hub/member";
import { hubFor, openSocket } from "#durable-objects/notification-hub/stub";
import { openPage, type Page } from "#tests/durable-objects/page";

/** Returns a separate hub for each test. */
export const newHub = () => hubFor(env.NOTIFICATION_HUB, crypto.randomUUID());

/** Opens a page at a hub, as the Worker does for this user. */
export const join = async (
	hub: ReturnType<typeof newHub>,
	userId: string,
	more: Partial<Introduction> = {},
): Promise<Page> =>
	openPage(
		await openSocket(hub, {
			userId,
			userName: `Name of ${userId}`,
			sessionId: `session-of-${userId}`,
			expiresAt: Date.now() + 3_600_000,
			seesOthers: true,
			bound: null,
			...more,
		}),
	);

export const person = (id: string) => ({ id, name: `Name of ${id}` });
