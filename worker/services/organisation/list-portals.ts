import type { RequestContext } from "#worker/context";
import { ok } from "#worker/contract/result";
import { openDatabase } from "#worker/database/database";
import { organisationsByPrefix } from "#worker/services/organisation/queries";

/** Institutions shown for one search. */
const maxPortals = 20;

/**
 * Institutions whose name or id begins with the text; nothing for nothing (§2 Organisation search page).
 * why: read from the main database: the list of institutions belongs to none of them.
 */
export const listPortals = async (ctx: RequestContext, prefix: string) => {
	if (prefix === "") return ok([]);
	const [byName, byId] = await organisationsByPrefix(openDatabase(ctx.env.DB), prefix, maxPortals);
	const found = new Map([...byName, ...byId].map((organisation) => [organisation.id, organisation]));
	return ok([...found.values()].slice(0, maxPortals));
};
