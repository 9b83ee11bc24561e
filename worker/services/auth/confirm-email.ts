import type { RequestContext } from "#worker/context";
import { fail, ok } from "#worker/contract/result";
import { recordAudit } from "#worker/events/record-audit";
import { hashToken } from "#worker/http/keys";
import { consumeToken } from "#worker/services/auth/one-time-tokens.writes";
import { refuseGuesses } from "#worker/services/auth/refuse-guesses";
import { setEmailConfirmed } from "#worker/services/auth/writes";

/** Confirms an email address with a mailed token, which works once (§2 /confirm). */
export const confirmEmail = async (
	ctx: RequestContext,
	{ organisation: organisationId, userId, token }: { organisation: string; userId: string; token: string },
) => {
	const refused = await refuseGuesses(ctx, organisationId);
	if (refused) return refused;
	const db = ctx.databaseFor(organisationId);
	const tokenHash = await hashToken(token);
	const presented = { organisationId, userId, tokenHash, purpose: "confirm" as const, now: ctx.now() };
	const [[confirmed]] = await db.batch([setEmailConfirmed(db, presented), consumeToken(db, presented)]);
	if (!confirmed) return fail("verification_failed");
	await recordAudit(
		{ ...ctx, organisationId },
		{ action: "email_confirmed", status: "SUCCESS", userId, username: confirmed.email },
	);
	return ok({ message: "Verification Successful" });
};
