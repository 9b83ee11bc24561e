import type { RequestContext } from "#worker/context";
import { fail } from "#worker/contract/result";
import { openPicture } from "#worker/gateways/open-picture";
import { bucketFor, countAttempts } from "#worker/http/rate-limit";
import { findPhotoOfSummary } from "#worker/services/candidate-info/queries";

/** As many as summaries may be opened. */
const limit = { name: "candidate-info-photo", attempts: 60, windowMs: 60_000 };

/** The picture of a public summary (§2 candidate-info). */
export const readSummaryPhoto = async (ctx: RequestContext, publicId: string, organisation?: string) => {
	const refused = await countAttempts(ctx, "", [{ limit, bucket: await bucketFor(limit.name, ctx.address) }]);
	if (refused) return refused.refusal;
	const found = await findPhotoOfSummary(ctx, publicId, organisation);
	return found ? openPicture(ctx.env, found.photoKey) : fail("not_found");
};
