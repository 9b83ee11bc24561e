import type { OrgContext } from "#worker/context";
import type { EndpointRequest } from "#worker/contract/endpoint";
import { fail, ok } from "#worker/contract/result";
import { commit } from "#worker/database/commit";
import { compareFields } from "#worker/services/duplicates/compare-fields";
import { readCompared, toSide } from "#worker/services/duplicates/comparison.queries";
import type { dismissPair as endpoint } from "#worker/services/duplicates/contract";
import { writeDismissal, writeDismissalRemoved } from "#worker/services/duplicates/dismissed-pairs.writes";
import { findTwo, readLikeness } from "#worker/services/duplicates/pairs.queries";

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

/** Marks two applicants as not duplicates, or removes the mark; repeated, it changes nothing. */
export const dismissPair = async (
	ctx: OrgContext,
	{ firstId, secondId, isDismissed }: EndpointRequest<typeof endpoint>["body"],
) => {
	const [two, { dismissed }] = await Promise.all([
		findTwo(ctx, firstId, secondId),
		readLikeness(ctx, firstId, secondId),
	]);
	const [first, second] = two;
	if (!first || (!second && firstId !== secondId)) return fail("not_found");
	if (!second || first.applicationId !== second.applicationId) return fail("not_comparable");
	if ((dismissed !== null) === isDismissed) return ok({ isDismissed });
	const pair = { applicationId: first.applicationId, firstId: first.id, secondId: second.id };
	const event = await commit(ctx, {
		// why the guard: one of the two may be merged away between the look-up and the write.
		guarded: isDismissed ? { write: writeDismissal(ctx, pair), expectedChanges: 1 } : undefined,
		writes: isDismissed ? [] : [writeDismissalRemoved(ctx, pair)],
		event: {
			type: "applicants.pair_reviewed",
			payload: { applicationId: pair.applicationId, applicantIds: [pair.firstId, pair.secondId], isDismissed },
		},
	});
	return event ? ok({ isDismissed }) : fail("not_found");
};
