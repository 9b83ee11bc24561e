import type { OrgContext } from "#worker/context";
import type { EndpointRequest, EndpointResult } from "#worker/contract/endpoint";
import { pageOfAll } from "#worker/contract/page";
import { fail, ok } from "#worker/contract/result";
import type { listDuplicates as list, listDuplicatesOf as listOf } from "#worker/services/duplicates/contract";
import { readMergesInto } from "#worker/services/duplicates/merges.queries";
import { pageOfPairs, readPairsOf } from "#worker/services/duplicates/pairs.queries";

/** Lists an application's pairs, which are kept as identity keys are written: nothing is compared at read time. */
export const listDuplicates = async (
	ctx: OrgContext,
	{ applicationId, dismissed, page, size }: EndpointRequest<typeof list>["query"],
): Promise<EndpointResult<typeof list>> => {
	const found = await pageOfPairs(ctx, { applicationId, isDismissed: dismissed !== undefined, page, size });
	return found ? ok({ data: found.data, resultTotal: found.total, page, size }) : fail("application_unavailable");
};

/** Lists the pairs of an applicant, and the applicants that were merged into this one. */
export const listDuplicatesOf = async (
	ctx: OrgContext,
	applicantId: string,
	query: EndpointRequest<typeof listOf>["query"],
): Promise<EndpointResult<typeof listOf>> => {
	const [merges, data] = await Promise.all([readMergesInto(ctx, applicantId), readPairsOf(ctx, applicantId)]);
	return merges ? ok({ ...pageOfAll(data, query), merges }) : fail("not_found");
};
