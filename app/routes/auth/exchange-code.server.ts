import type { AppLoadContext } from "@remix-run/cloudflare";
import { fail, ok, type Result } from "#worker/contract/result";
import type { SignedIn } from "#worker/services/auth/contract";

/**
 * The session behind a transfer code (§7 Google).
 * why: the auth service may be elsewhere, so its token is first shown to the services; what they refuse opens nothing.
 */
export const exchangeCode = async (
	context: AppLoadContext,
	orgName: string,
	code: string,
): Promise<Result<SignedIn>> => {
	const answer = await context.transferCode({ params: { product: "admissions", orgName }, body: { code } });
	if (!answer.ok) return answer;
	const { access_token: accessToken, refresh_token: refreshToken } = answer.value;
	const user = await context.userOf(accessToken);
	if (user.ok) return ok({ accessToken, refreshToken, user: user.value });
	return user.problem.status === 401 ? fail("google_user_not_found") : user;
};
