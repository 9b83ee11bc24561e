import type { OrgContext } from "#worker/context";
import type { EndpointRequest } from "#worker/contract/endpoint";
import { fail, ok } from "#worker/contract/result";
import { commit } from "#worker/database/commit";
import type { dismissPair as endpoint } from "#worker/services/duplicates/contract";
import { writeDismissal, writeDismissalRemoved } from "#worker/services/duplicates/dismissed-pairs.writes";
import { findTwo, readLikeness } from "#worker/services/duplicates/pairs.queries";

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
