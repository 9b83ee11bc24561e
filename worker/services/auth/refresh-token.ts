import { timingSafeEqual } from "node:crypto";
import type { RequestContext } from "#worker/context";
import { fail, ok } from "#worker/contract/result";
import type { Env } from "#worker/env";
import { hashToken } from "#worker/http/keys";
import { rotate } from "#worker/services/auth/sessions";

interface RefreshInput {
	refresh_token: string;
	client_id: string;
	client_secret: string;
}

/** Exchanges a refresh token for the next pair, for the portal's server alone (§7). */
export const refreshToken = async (ctx: RequestContext, { refresh_token, client_id, client_secret }: RefreshInput) => {
	if (!(await isOurClient(ctx.env, client_id, client_secret))) return fail("token_refused");
	const rotated = await rotate(ctx, refresh_token);
	if (!rotated.ok) return rotated;
	return ok({ access_token: rotated.value.accessToken, refresh_token: rotated.value.refreshToken });
};

/** why: hashes of equal length, so that the comparison tells nothing, not even how long the secret is. */
const isOurClient = async (env: Env, id: string, secret: string): Promise<boolean> => {
	const [given, ours] = await Promise.all([
		hashToken(`${id}\n${secret}`),
		hashToken(`${env.CLIENT_ID}\n${env.CLIENT_SECRET}`),
	]);
	return timingSafeEqual(Buffer.from(given), Buffer.from(ours));
};
