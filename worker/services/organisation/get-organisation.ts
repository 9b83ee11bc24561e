import type { OrgContext } from "#worker/context";
import { ok } from "#worker/contract/result";
import { remembered } from "#worker/database/remembered";
import type { Organisation } from "#worker/services/organisation/contract";
import { anyLocation, organisationById } from "#worker/services/organisation/queries";

/** The signed-in user's institution (§3 Organisation). */
export const getOrganisation = async (ctx: OrgContext) =>
	ok(await remembered(ctx, "organisation", () => readOrganisation(ctx)));

const readOrganisation = async (ctx: OrgContext): Promise<Organisation> => {
	const [[row], somewhere] = await ctx.db.batch([
		organisationById(ctx.db, ctx.organisationId),
		anyLocation(ctx.db, ctx.organisationId),
	]);
	if (!row) throw new Error("the signed-in user's institution is gone");
	const { id, name, shortName, logoUrl, address, timeZone, platformChargeEnabled, applicantSiteUrl } = row;
	return {
		id,
		name,
		shortName,
		logoUrl,
		address,
		timeZone,
		platformChargeEnabled,
		applicantSiteUrl,
		supportEmail: row.email,
		contacts: row.email !== null || row.phone !== null ? [{ email: row.email, phone: row.phone }] : [],
		aliases: { course: row.courseAlias },
		hasLocations: somewhere.length > 0,
		undoWindowSeconds: row.undoWindowSeconds,
	};
};
