import type { RequestContext } from "#worker/context";
import { fail, ok } from "#worker/contract/result";
import { recordAudit } from "#worker/events/record-audit";
import {
	afterLogin,
	countByAccountAndAddress,
	giveBackAddress,
	loginAttempts,
} from "#worker/services/auth/attempt-limits";
import { type HashTurn, inHashQueue, refuseBusy } from "#worker/services/auth/hash-queue";
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
 * Signs in with a password (§7). A wrong password, an unknown account and a blocked one get the same response, after the
 * same time; only the audit log distinguishes them. why the place in the queue comes first: a refusal for lack of one
 * costs nothing, and is no attempt.
 */
export const login = async (ctx: RequestContext, input: LoginInput) => {
	const cost = Number(ctx.env.PASSWORD_COST);
	return (await inHashQueue(ctx.address, cost, (turn) => checkLogin(ctx, input, cost, turn))) ?? refuseBusy();
};

const checkLogin = async (
	ctx: RequestContext,
	{ organisation: organisationId, username, password }: LoginInput,
	cost: number,
	turn: HashTurn,
) => {
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
	const refused = await countByAccountAndAddress(ctx, organisationId, attempts);
	if (refused) {
		// why: one line a window; a flood of refused attempts must not become a flood of rows.
		if (refused.isFirst) await recordAudit(audit, { ...who, status: "FAILED", subject: "throttled" });
		return refused.refusal;
	}

	await turn();
	const { matches, outdated } = verifyPassword(password, account?.passwordHash, cost);
	if (!account || !matches || account.blocked) {
		await recordAudit(audit, { ...who, status: "FAILED", subject: reasonOf(account, matches) });
		return fail("login_failed");
	}
	if (outdated) await turn();
	const passwordHash = outdated ? hashPassword(password, cost) : undefined;
	const alongside = afterLogin(ctx, organisationId, attempts);
	const options = { method: "password" as const, passwordHash, alongside };
	const signedIn = await signInUser(ctx, { organisationId, userId: account.id }, options);
	await giveBackAddress(ctx, attempts);
	return ok(signedIn);
};

const reasonOf = (account: { blocked: boolean } | undefined, matches: boolean): string => {
	if (!account) return "unknown account";
	return matches ? "blocked" : "wrong password";
};

/** why: people type passwords into the field for the name; only what looks like an address is recorded. */
const nameToRecord = (email: string): string | undefined => (/^\S+@\S+\.\S+$/.test(email) ? email : undefined);
