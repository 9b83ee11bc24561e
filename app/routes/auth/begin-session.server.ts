import type { AppLoadContext } from "@remix-run/cloudflare";
import { logout } from "#worker/services/auth/contract";

/** Signs the browser in. The session it may have had before ends on the server too, only now that a new one begins. */
export const beginSession = async (
	context: AppLoadContext,
	tokens: { accessToken: string; refreshToken: string },
): Promise<void> => {
	// why: an old session that cannot be ended must not keep somebody from signing in; it runs out by itself.
	if (context.session.isOpen()) await context.api.call(logout, {});
	context.session.start(tokens);
};
