import * as v from "valibot";
import type { RequestContext } from "#worker/context";
import { notices } from "#worker/contract/notices";
import { problems } from "#worker/contract/problems";
import { fail, ok } from "#worker/contract/result";
import { recordAudit } from "#worker/events/record-audit";
import { hashToken } from "#worker/http/keys";
import { limits } from "#worker/services/auth/attempt-limits";
import { isCommonPassword } from "#worker/services/auth/common-password";
import { NewPassword } from "#worker/services/auth/contract";
import { consumeTokensOf } from "#worker/services/auth/one-time-tokens.writes";
import { hashPassword } from "#worker/services/auth/password";
import { findUsableToken } from "#worker/services/auth/queries";
import { refuseGuesses } from "#worker/services/auth/refuse-guesses";
import { closePagesOf, endSessionsOf } from "#worker/services/auth/sessions";
import { setPassword } from "#worker/services/auth/writes";

interface ResetInput {
	organisation: string;
	userId: string;
	token: string;
	password: string;
}

/**
 * Sets a new password with a mailed token (§7): the token works once, every session of the account ends, other
 * links still on their way become worthless, and nobody is signed in by it. The token is looked at first; a password
 * that is refused uses nothing up. No password at all only looks at the token.
 */
export const resetPassword = async (
	ctx: RequestContext,
	{ organisation: organisationId, userId, token, password }: ResetInput,
) => {
	const now = ctx.now();
	const db = ctx.databaseFor(organisationId);
	const presented = { organisationId, userId, tokenHash: await hashToken(token), purpose: "reset" as const, now };
	const isLook = password === "";
	const refused = await refuseGuesses(ctx, organisationId, isLook ? limits.tokenLook : limits.tokenAddress);
	if (refused) return refused;
	// why: hashing is dear; only who holds a token gets it done.
	const holder = await findUsableToken(db, presented);
	if (!holder || holder.blocked) return fail("reset_failed");
	const allowed = v.safeParse(NewPassword, password);
	if (!allowed.success) return fail("invalid", { fields: { password: [allowed.issues[0].message] } });
	if (isCommonPassword(password))
		return fail("common_password", { fields: { password: [problems.common_password.message] } });
	const [changed] = await db.batch([
		setPassword(db, presented, hashPassword(password, Number(ctx.env.PASSWORD_COST))),
		endSessionsOf(ctx, presented, "password_reset"),
		consumeTokensOf(db, presented),
	]);
	if (changed.length === 0) return fail("reset_failed");
	closePagesOf(ctx, presented);
	await recordAudit(
		{ ...ctx, organisationId },
		{ action: "password_reset", status: "SUCCESS", userId, username: holder.email },
	);
	return ok({ message: notices.passwordChanged });
};
