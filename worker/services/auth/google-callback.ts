import type { RequestContext } from "#worker/context";
import { recordAudit } from "#worker/events/record-audit";
import { googleSignIn } from "#worker/gateways/google/real";
import { googleRedirectUri } from "#worker/services/auth/google-authorize";
import { isStateOf, readState, type State, secretsOf } from "#worker/services/auth/google-state";
import { mintOneTimeToken } from "#worker/services/auth/one-time-tokens.writes";
import { accountByEmail } from "#worker/services/auth/queries";

interface CallbackInput {
	state: string;
	/** Absent when the user declined. */
	code: string | undefined;
	browserSecret: string | undefined;
}

/**
 * Returns the browser's address after Google: the portal's return page, with a transfer code if Google proved an
 * email address of the institution's staff. Without one the page says 'User Not Found' (§2).
 */
export const googleCallback = async (
	ctx: RequestContext,
	{ state: stateText, code, browserSecret }: CallbackInput,
): Promise<string> => {
	const state = await readState(ctx.env, stateText);
	if (!state) return `${ctx.env.PORTAL_ORIGIN}/`;
	const isOurs = browserSecret !== undefined && (await isStateOf(state, browserSecret, ctx.now()));
	if (!isOurs || !code) return state.callbackUrl;
	const transferCode = await transferCodeFor(ctx, state, code, browserSecret);
	if (!transferCode) return state.callbackUrl;
	const url = new URL(state.callbackUrl);
	url.searchParams.set("transfer_code", transferCode);
	return url.href;
};

const transferCodeFor = async (
	ctx: RequestContext,
	{ organisationId, flow }: State,
	code: string,
	browserSecret: string,
): Promise<string | undefined> => {
	const email = await googleSignIn(ctx.env)?.verifiedEmail({
		...(await secretsOf(ctx.env, flow, browserSecret)),
		redirectUri: googleRedirectUri(ctx.env.PORTAL_ORIGIN),
		code,
		now: ctx.now(),
	});
	if (!email) return undefined;
	const [account] = await accountByEmail(ctx.databaseFor(organisationId), organisationId, email);
	if (account && !account.blocked) return mintOneTimeToken(ctx, { organisationId, userId: account.id }, "transfer");
	await recordAudit(
		{ ...ctx, organisationId },
		{
			action: "login",
			status: "FAILED",
			subject: account ? "blocked" : "unknown account",
			userId: account?.id,
			username: email,
			details: { method: "google" },
		},
	);
	return undefined;
};
