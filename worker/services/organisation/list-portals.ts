import type { RequestContext } from "#worker/context";
import { ok } from "#worker/contract/result";
import { openDatabase } from "#worker/database/database";
import { organisationsNamed } from "#worker/services/organisation/queries";

/** Institutions shown for one search. */
const maxPortals = 20;

/**
 * Finds institutions by the words of their name; none for an empty text (§2 Organisation search page).
 * why: read from the main database: the list of institutions belongs to none of them.
 */
export const listPortals = async (ctx: RequestContext, text: string) =>
	ok(text === "" ? [] : await organisationsNamed(openDatabase(ctx.env.DB), text, maxPortals));
