import type { OrgContext } from "#worker/context";
import type { EndpointRequest } from "#worker/contract/endpoint";
import { fail, ok, type Result } from "#worker/contract/result";
import { commit } from "#worker/database/commit";
import type { decideDuplicate as endpoint } from "#worker/services/duplicates/contract";
import { writeDecision, writeUnlikeGone } from "#worker/services/duplicates/decisions.writes";
import { findTwo, readLikeness } from "#worker/services/duplicates/pairs.queries";

/** Says that two applicants are two persons, or takes that back; said again, it changes nothing. */
export const decideDuplicate = async (
	ctx: OrgContext,
	{ firstId, secondId, areDifferent }: EndpointRequest<typeof endpoint>["body"],
): Promise<Result<{ areDifferent: boolean }>> => {
	const [two, { decision }] = await Promise.all([
		findTwo(ctx, firstId, secondId),
		readLikeness(ctx, firstId, secondId),
	]);
	const [first, second] = two;
	if (!first || (!second && firstId !== secondId)) return fail("not_found");
	if (!second || first.applicationId !== second.applicationId) return fail("not_comparable");
	if ((decision !== null) === areDifferent) return ok({ areDifferent });
	const pair = { applicationId: first.applicationId, firstId: first.id, secondId: second.id };
	const event = await commit(ctx, {
		// why no more than that both are there: of two who say different things at once the later one is right.
		guarded: areDifferent ? { write: writeDecision(ctx, pair), expectedChanges: 1 } : undefined,
		writes: areDifferent ? [] : writeUnlikeGone(ctx, pair),
		event: {
			type: "applicants.told_apart",
			payload: { applicationId: pair.applicationId, applicantIds: [pair.firstId, pair.secondId], areDifferent },
		},
	});
	return event ? ok({ areDifferent }) : fail("not_found");
};
