import type { EndpointResponse } from "#worker/contract/endpoint";
import { ok, type Result } from "#worker/contract/result";
import type { OrgContext } from "#worker/http/context";
import { searchQuery } from "#worker/services/applicants/search-text";
import type * as contract from "#worker/services/search/contract";
import { findSearchKey, readRecent, searchApplicants } from "#worker/services/search/queries";

const maxFound = 20;
const maxRecent = 8;

/** What the palette and the search page show: matches, newest first, or without a text what was opened last. */
export const searchEverything = async (
	ctx: OrgContext,
	typed: string,
): Promise<Result<EndpointResponse<typeof contract.searchEverything>>> => {
	if (typed === "") return ok({ applicants: await readRecent(ctx, maxRecent), recent: true });
	const searchKey = await findSearchKey(ctx);
	const match = searchKey === undefined ? undefined : searchQuery(searchKey, typed);
	return ok({ applicants: match === undefined ? [] : await searchApplicants(ctx, match, maxFound), recent: false });
};
