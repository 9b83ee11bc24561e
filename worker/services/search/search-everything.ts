import type { OrgContext } from "#worker/context";
import type { EndpointResponse } from "#worker/contract/endpoint";
import { ok, type Result } from "#worker/contract/result";
import { readRecentApplicants, searchApplicants } from "#worker/services/applicants/search.queries";
import type * as contract from "#worker/services/search/contract";

const maxFound = 20;
const maxRecent = 8;

/** What the palette and the search page show: matches, newest first, or without a text what was opened last. */
export const searchEverything = async (
	ctx: OrgContext,
	typed: string,
): Promise<Result<EndpointResponse<typeof contract.searchEverything>>> => {
	if (typed === "") return ok({ applicants: await readRecentApplicants(ctx, maxRecent), recent: true });
	return ok({ applicants: await searchApplicants(ctx, typed, maxFound), recent: false });
};
