import type { RequestContext } from "#worker/context";
import { bucketFor, countAttempts, type Limit } from "#worker/http/rate-limit";
import { limits } from "#worker/services/auth/attempt-limits";
import { organisationById } from "#worker/services/organisation/queries";

/**
 * The refusal of an address that presented too many mailed tokens, or undefined.
 * why: by address only; by account, a stranger could keep its owner from using their link.
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
