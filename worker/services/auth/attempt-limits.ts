import type { RequestContext } from "#worker/context";
import { dayMs } from "#worker/contract/day-ms";
import type { Write } from "#worker/database/commit";
import { type Attempt, bucketFor, countAttempts, type Limit } from "#worker/http/rate-limit";
import { clearBucket, findBucket, giveBackHit, markBucket } from "#worker/http/rate-limits.writes";
import { organisationById } from "#worker/services/organisation/queries";

/** How often one may try before one has to wait. */
export const limits = {
	loginAccount: { name: "login-account", attempts: 10, windowMs: 15 * 60_000 },
	loginAddress: { name: "login-address", attempts: 100, windowMs: 15 * 60_000 },
	resetAccount: { name: "reset-account", attempts: 3, windowMs: 3_600_000 },
	resetAddress: { name: "reset-address", attempts: 30, windowMs: 3_600_000 },
	/** why separate: opening a link, or making others open it, must not keep anybody from using theirs. */
	tokenLook: { name: "token-look", attempts: 100, windowMs: 15 * 60_000 },
	tokenAddress: { name: "token-address", attempts: 30, windowMs: 15 * 60_000 },
} satisfies Record<string, Limit>;

/** An address from which an account signed in within this time is familiar. */
const familiarForMs = 30 * dayMs;

interface LoginAttempts {
	account: Attempt;
	address: Attempt;
	/** Where a successful sign-in from this address is remembered. */
	familiar: string;
}

/**
 * Returns the buckets of one sign-in. why: an address from which the account signed in before has an account bucket
 * of its own, so that strangers who guess all day do not keep the owner out.
 */
export const loginAttempts = async (
	ctx: RequestContext,
	organisationId: string,
	email: string,
): Promise<LoginAttempts> => {
	const familiar = await bucketFor("login-familiar", email, ctx.address);
	const [seen] = await findBucket(ctx.databaseFor(organisationId), { organisationId, bucket: familiar });
	const isFamiliar = seen !== undefined && seen.windowStartedAt > ctx.now() - familiarForMs;
	const owner = isFamiliar ? [email, ctx.address] : [email];
	return {
		account: { limit: limits.loginAccount, bucket: await bucketFor("login-account", ...owner) },
		address: { limit: limits.loginAddress, bucket: await bucketFor("login-address", ctx.address) },
		familiar,
	};
};

/** What a successful sign-in writes: the account's failures are forgotten, the address becomes familiar. */
export const afterLogin = (
	ctx: RequestContext,
	organisationId: string,
	{ account, address, familiar }: LoginAttempts,
): readonly Write[] => {
	const db = ctx.databaseFor(organisationId);
	return [
		clearBucket(db, { organisationId, bucket: account.bucket }),
		giveBackHit(db, { organisationId, bucket: address.bucket }),
		markBucket(db, { organisationId, bucket: familiar }, ctx.now()),
	];
};

/**
 * Returns the refusal of an address that presented too many mailed tokens, if it did. why by address: by account, a
 * stranger could keep its owner from using their link.
 */
export const refuseGuesses = async (
	ctx: RequestContext,
	organisationId: string,
	limit: Limit = limits.tokenAddress,
) => {
	const [organisation] = await organisationById(ctx.databaseFor(organisationId), organisationId);
	if (!organisation) return undefined;
	const bucket = await bucketFor(limit.name, ctx.address);
	const refused = await countAttempts(ctx, organisationId, [{ limit, bucket }]);
	return refused?.refusal;
};
