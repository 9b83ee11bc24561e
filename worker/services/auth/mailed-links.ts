import * as v from "valibot";
import type { RequestContext } from "#worker/context";
import { notices } from "#worker/contract/notices";
import { problems } from "#worker/contract/problems";
import { fail, ok } from "#worker/contract/result";
import { recordAudit } from "#worker/events/record-audit";
import { hashToken } from "#worker/http/keys";
import { refuseAddress } from "#worker/http/rate-limit";
import { limits } from "#worker/services/auth/attempt-limits";
import { NewPassword } from "#worker/services/auth/contract";
import { inHashQueue, refuseBusy } from "#worker/services/auth/hash-queue";
import { consumeToken, consumeTokensOf, type PresentedToken } from "#worker/services/auth/one-time-tokens.writes";
import { hashPassword, isCommonPassword } from "#worker/services/auth/password";
import { findUsableToken } from "#worker/services/auth/queries";
import { closePagesOf, endSessionsOf } from "#worker/services/auth/sessions";
import { setEmailConfirmed, setPassword } from "#worker/services/auth/writes";

interface LinkInput {
	organisation: string;
	userId: string;
	token: string;
}

type Presented = Required<PresentedToken>;

const presentedBy = async (
	ctx: RequestContext,
	{ organisation: organisationId, userId, token }: LinkInput,
	purpose: "reset" | "confirm",
): Promise<Presented> => ({ organisationId, userId, tokenHash: await hashToken(token), purpose, now: ctx.now() });

/**
 * Sets a new password with a mailed token (§7): it works once, ends every session and other link of the account, and
 * signs nobody in; otherwise `reset_failed`. A refused password uses nothing up; without a password the token is only
 * checked.
 */
export const resetPassword = async (ctx: RequestContext, { password, ...link }: LinkInput & { password: string }) => {
	const presented = await presentedBy(ctx, link, "reset");
	const refused = await refuseAddress(ctx, password === "" ? limits.tokenLook : limits.tokenAddress);
	if (refused) return refused;
	// why: hashing is dear; only who holds a token gets it done.
	const holder = await findUsableToken(ctx.databaseFor(presented.organisationId), presented);
	if (!holder || holder.blocked) return fail("reset_failed");
	const chosen = await choosePassword(ctx, presented, password);
	if (!chosen.ok) return chosen;
	if (!chosen.value.isSet) return fail("reset_failed");
	await record(ctx, presented, "password_reset", holder.email);
	return ok({ message: notices.passwordChanged });
};

/**
 * Confirms an email address with a mailed token (§2 /confirm), which works once. The link of an invitation also sets the
 * account's first password. An empty password only looks: nothing is changed.
 */
export const confirmEmail = async (ctx: RequestContext, { password, ...link }: LinkInput & { password?: string }) => {
	const presented = await presentedBy(ctx, link, "confirm");
	const refused = await refuseAddress(ctx, password === "" ? limits.tokenLook : limits.tokenAddress);
	if (refused) return refused;
	const db = ctx.databaseFor(presented.organisationId);
	const holder = await findUsableToken(db, presented);
	if (!holder || holder.blocked) return fail("verification_failed");
	if (password === "") return ok({ message: "This link can be used.", needsPassword: !holder.hasPassword });
	if (password === undefined) {
		const [[confirmed]] = await db.batch([setEmailConfirmed(db, presented), consumeToken(db, presented)]);
		if (!confirmed) return fail("verification_failed");
	} else {
		// why: who has a password changes it by a reset, whose link lives for minutes and not for days.
		if (holder.hasPassword) return fail("verification_failed");
		const chosen = await choosePassword(ctx, presented, password);
		if (!chosen.ok) return chosen;
		if (!chosen.value.isSet) return fail("verification_failed");
	}
	await record(ctx, presented, "email_confirmed", holder.email);
	return ok({ message: "Verification Successful", needsPassword: false });
};

/** Sets the password with a usable token, and ends every session and other link of the account. */
const choosePassword = async (ctx: RequestContext, presented: Presented, password: string) => {
	const allowed = v.safeParse(NewPassword, password);
	if (!allowed.success) return fail("invalid", { fields: { password: [allowed.issues[0].message] } });
	if (isCommonPassword(password))
		return fail("common_password", { fields: { password: [problems.common_password.message] } });
	const cost = Number(ctx.env.PASSWORD_COST);
	const passwordHash = await inHashQueue(ctx.address, cost, async (turn) => {
		await turn();
		return hashPassword(password, cost);
	});
	if (passwordHash === undefined) return refuseBusy();
	const db = ctx.databaseFor(presented.organisationId);
	const [changed] = await db.batch([
		setPassword(db, presented, passwordHash),
		endSessionsOf(ctx, presented, "password_reset"),
		consumeTokensOf(db, presented),
	]);
	if (changed.length > 0) closePagesOf(ctx, presented);
	return ok({ isSet: changed.length > 0 });
};

const record = (ctx: RequestContext, { organisationId, userId }: Presented, action: string, username: string) =>
	recordAudit({ ...ctx, organisationId }, { action, status: "SUCCESS", userId, username });
