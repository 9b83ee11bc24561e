import type { RequestContext } from "#worker/context";
import { fail, ok } from "#worker/contract/result";
import { recordAudit } from "#worker/events/record-audit";
import { countAttempts } from "#worker/http/rate-limit";
import { afterLogin, loginAttempts } from "#worker/services/auth/attempt-limits";
import { hashPassword, verifyPassword } from "#worker/services/auth/password";
import { accountByEmail } from "#worker/services/auth/queries";
import { signInUser } from "#worker/services/auth/sessions";
import { organisationById } from "#worker/services/organisation/queries";

interface LoginInput {
	organisation: string;
	username: string;
	password: string;
}

/**
 * Signs in with a password (§7). A wrong password, an unknown account and a blocked one get the same answer, after the
 * same time; only the audit log tells them apart.
 */
export const login = async (ctx: RequestContext, { organisation: organisationId, username, password }: LoginInput) => {
	const db = ctx.databaseFor(organisationId);
	const email = username.toLowerCase();
	const [[organisation], [account]] = await db.batch([
		organisationById(db, organisationId),
		accountByEmail(db, organisationId, email),
	]);
	// why: which institutions exist is public; guesses at others must not fill the tables.
	if (!organisation) return fail("login_failed");

	const audit = { ...ctx, organisationId };
	const who = { action: "login", userId: account?.id, username: account ? email : nameToRecord(email) };
	const attempts = await loginAttempts(ctx, organisationId, email);
	const refused = await countAttempts(ctx, organisationId, [attempts.account, attempts.address]);
	if (refused) {
		// why: one line a window; a flood of refused attempts must not become a flood of rows.
		if (refused.isFirst) await recordAudit(audit, { ...who, status: "FAILED", subject: "throttled" });
		return refused.refusal;
	}

	const cost = Number(ctx.env.PASSWORD_COST);
	const { matches, outdated } = verifyPassword(password, account?.passwordHash, cost);
	if (!account || !matches || account.blocked) {
		await recordAudit(audit, { ...who, status: "FAILED", subject: reasonOf(account, matches) });
		return fail("login_failed");
	}
	return ok(
		await signInUser(
			ctx,
			{ organisationId, userId: account.id },
			{
				method: "password",
				passwordHash: outdated ? hashPassword(password, cost) : undefined,
				alongside: afterLogin(ctx, organisationId, attempts),
			},
		),
	);
};

const reasonOf = (account: { blocked: boolean } | undefined, matches: boolean): string => {
	if (!account) return "unknown account";
	return matches ? "blocked" : "wrong password";
};

/** why: people type passwords into the field for the name; only what looks like an address is recorded. */
const nameToRecord = (email: string): string | undefined => (/^\S+@\S+\.\S+$/.test(email) ? email : undefined);
