import type { AppLoadContext } from "@remix-run/cloudflare";
import { logout } from "#worker/services/auth/contract";

/** Signs the user in, and ends an earlier session of the browser on the server. */
export const beginSession = async (
	context: AppLoadContext,
	tokens: { accessToken: string; refreshToken: string },
): Promise<void> => {
	// why: a session that cannot be ended must not block the sign-in; it expires by itself.
	if (context.session.isOpen()) await context.api.call(logout, {});
	context.session.start(tokens);
};
