import type { RequestContext } from "#worker/context";
import { fail, ok } from "#worker/contract/result";
import { hashToken } from "#worker/http/keys";
import { consumeToken } from "#worker/services/auth/one-time-tokens.writes";
import { findCurrentUser } from "#worker/services/auth/queries";
import { signInUser } from "#worker/services/auth/sign-in-user";

/** Exchanges the code with which a browser came back from Google for a session: once, within a minute (§7). */
export const googleTransfer = async (
	ctx: RequestContext,
	{ organisationId, code }: { organisationId: string; code: string },
) => {
	const db = ctx.databaseFor(organisationId);
	const tokenHash = await hashToken(code);
	const [used] = await consumeToken(db, { organisationId, tokenHash, purpose: "transfer", now: ctx.now() });
	const user = used && (await findCurrentUser(db, organisationId, used.userId));
	if (!user || user.blocked) return fail("google_user_not_found");
	const signedIn = await signInUser(ctx, { organisationId, userId: user.id }, { method: "google" });
	return ok({
		user: {
			id: user.id,
			roles: signedIn.user.adminRoles.map(({ adminLevel, role }) => ({ admin_level: adminLevel, role })),
		},
		access_token: signedIn.accessToken,
		refresh_token: signedIn.refreshToken,
	});
};
