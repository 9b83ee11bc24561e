import type { RequestContext } from "#worker/context";
import { fail, ok } from "#worker/contract/result";
import { organisationById } from "#worker/services/organisation/queries";

/** What the login page shows of an institution (§2). */
export const getPublicOrganisation = async (ctx: RequestContext, id: string) => {
	const [row] = await organisationById(ctx.databaseFor(id), id);
	if (!row) return fail("organisation_not_found");
	return ok({ id: row.id, name: row.name, shortName: row.shortName, logoUrl: row.logoUrl, supportEmail: row.email });
};
