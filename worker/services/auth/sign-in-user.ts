import type { RequestContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import { recordAudit } from "#worker/events/record-audit";
import type { SignedIn } from "#worker/services/auth/contract";
import { findCurrentUser } from "#worker/services/auth/queries";
import { openSession } from "#worker/services/auth/sessions";
import { noteLogin } from "#worker/services/auth/writes";

interface SignInOptions {
	method: "password" | "google";
	/** The password's hash at today's cost, when the stored one was of another. */
	passwordHash?: string | undefined;
	/** What else the same batch writes. */
	alongside?: readonly Write[];
}

/** Opens a new session for a user who has proved who they are, and records it. */
export const signInUser = async (
	ctx: RequestContext,
	holder: { organisationId: string; userId: string },
	{ method, passwordHash, alongside = [] }: SignInOptions,
): Promise<SignedIn> => {
	const db = ctx.databaseFor(holder.organisationId);
	const tokens = await openSession(ctx, holder, [
		noteLogin(db, { ...holder, now: ctx.now(), passwordHash }),
		...alongside,
	]);
	const user = await findCurrentUser(db, holder.organisationId, holder.userId);
	if (!user) throw new Error("a user who just signed in is gone");
	await recordAudit(
		{ ...ctx, organisationId: holder.organisationId },
		{ action: "login", status: "SUCCESS", userId: user.id, username: user.email, details: { method } },
	);
	return { ...tokens, user };
};
