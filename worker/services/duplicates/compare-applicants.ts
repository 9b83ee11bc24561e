import type { OrgContext } from "#worker/context";
import { fail, ok } from "#worker/contract/result";
import { compareFields } from "#worker/services/duplicates/compare-fields";
import { readCompared, toSide } from "#worker/services/duplicates/comparison.queries";
import { readLikeness } from "#worker/services/duplicates/pairs.queries";

/** Compares two applicants of one application field by field. */
export const compareApplicants = async (
	ctx: OrgContext,
	{ firstId, secondId }: { firstId: string; secondId: string },
) => {
	const [compared, likeness] = await Promise.all([
		readCompared(ctx, firstId, secondId),
		readLikeness(ctx, firstId, secondId),
	]);
	if (!compared) return fail("not_found");
	const { first, second, organisation } = compared;
	if (firstId === secondId || first.applicationId !== second.applicationId) return fail("not_comparable");
	return ok({
		applicationId: first.applicationId,
		applicationTitle: first.applicationTitle,
		first: toSide(first),
		second: toSide(second),
		...likeness,
		fields: compareFields(first, second, organisation),
	});
};
