import type { OrgContext } from "#worker/context";
import type { EndpointResponse } from "#worker/contract/endpoint";
import { fail, ok, type Result } from "#worker/contract/result";
import { compareSides } from "#worker/services/duplicates/compare";
import type { compareApplicants as endpoint } from "#worker/services/duplicates/contract";
import { readLikeness } from "#worker/services/duplicates/pairs.queries";
import { readSides, toSide } from "#worker/services/duplicates/sides.queries";

/** Two applicants side by side, field by field; only those of one application can be. */
export const compareApplicants = async (
	ctx: OrgContext,
	{ firstId, secondId }: { firstId: string; secondId: string },
): Promise<Result<EndpointResponse<typeof endpoint>>> => {
	const [sides, likeness] = await Promise.all([
		readSides(ctx, firstId, secondId),
		readLikeness(ctx, firstId, secondId),
	]);
	if (!sides) return fail("not_found");
	const { first, second, organisation } = sides;
	if (firstId === secondId || first.applicationId !== second.applicationId) return fail("not_comparable");
	return ok({
		applicationId: first.applicationId,
		applicationTitle: first.applicationTitle,
		first: toSide(first),
		second: toSide(second),
		...likeness,
		fields: compareSides(first, second, organisation),
	});
};
