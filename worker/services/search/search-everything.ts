import type { OrgContext } from "#worker/context";
import { ok } from "#worker/contract/result";
import { readRecentApplicants, searchApplicants } from "#worker/services/applicants/search.queries";

const maxFound = 20;
const maxRecent = 8;

/** What the palette and the search page show: matches, newest first, or without a text what was opened last. */
export const searchEverything = async (ctx: OrgContext, typed: string) => {
	if (typed === "") return ok({ applicants: await readRecentApplicants(ctx, maxRecent), recent: true });
	return ok({ applicants: await searchApplicants(ctx, typed, maxFound), recent: false });
};
