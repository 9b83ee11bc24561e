import type { RequestContext } from "#worker/context";
import { dayMs } from "#worker/contract/day-ms";
import type { Write } from "#worker/database/commit";
import { clientNetwork } from "#worker/http/client-network";
import {
	type Attempt,
	addressAttempt,
	bucketFor,
	countAttempts,
	everyInstitution,
	type Limit,
} from "#worker/http/rate-limit";
import { clearBucket, findBucket, giveBackHit, markBucket } from "#worker/http/rate-limits.writes";

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
	const network = clientNetwork(ctx.address);
	const familiar = await bucketFor("login-familiar", email, network);
	const [seen] = await findBucket(ctx.databaseFor(organisationId), { organisationId, bucket: familiar });
	const isFamiliar = seen !== undefined && seen.windowStartedAt > ctx.now() - familiarForMs;
	const owner = isFamiliar ? [email, network] : [email];
	return {
		account: { limit: limits.loginAccount, bucket: await bucketFor("login-account", ...owner) },
		address: await addressAttempt(ctx, limits.loginAddress),
		familiar,
	};
};

/** Returns what a successful sign-in writes: the account's failures are forgotten, the address becomes familiar. */
export const afterLogin = (
	ctx: RequestContext,
	organisationId: string,
	{ account, familiar }: LoginAttempts,
): readonly Write[] => {
	const db = ctx.databaseFor(organisationId);
	return [
		clearBucket(db, { organisationId, bucket: account.bucket }),
		markBucket(db, { organisationId, bucket: familiar }, ctx.now()),
	];
};

/** Takes a successful sign-in off the count of its address. */
export const giveBackAddress = async (ctx: RequestContext, { address }: LoginAttempts): Promise<void> => {
	await giveBackHit(ctx.databaseFor(everyInstitution), { organisationId: everyInstitution, bucket: address.bucket });
};

/**
 * Counts an attempt by its account, and by its address over all institutions. @returns undefined when it may proceed; otherwise the
 * refusal, and whether it is the window's first
 */
export const countByAccountAndAddress = async (
	ctx: RequestContext,
	organisationId: string,
	{ account, address }: Pick<LoginAttempts, "account" | "address">,
): ReturnType<typeof countAttempts> => {
	const [byAccount, byAddress] = await Promise.all([
		countAttempts(ctx, organisationId, [account]),
		countAttempts(ctx, everyInstitution, [address]),
	]);
	return byAddress ?? byAccount;
};
