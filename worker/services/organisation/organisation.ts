import type { OrgContext, RequestContext } from "#worker/context";
import { fail, ok } from "#worker/contract/result";
import { openDatabase } from "#worker/database/database";
import { remembered } from "#worker/database/remembered";
import { priceOfSms, sendsSms } from "#worker/gateways/sms/choose-sms";
import { logoUrlOf, type Organisation, type PublicOrganisation } from "#worker/services/organisation/contract";
import {
	anyLocation,
	lastSettingsChange,
	type OrganisationRow,
	organisationById,
	organisationsNamed,
} from "#worker/services/organisation/queries";

export const getOrganisation = async (ctx: OrgContext) =>
	ok(await remembered(ctx, "organisation", () => readOrganisation(ctx)));

/** Reads the institution as it is now. why also without remembering: a change raises the version that a session knows. */
export const readOrganisation = async (ctx: OrgContext): Promise<Organisation> => {
	const [[row], somewhere, [last]] = await ctx.db.batch([
		organisationById(ctx.db, ctx.organisationId),
		anyLocation(ctx.db, ctx.organisationId),
		lastSettingsChange(ctx),
	]);
	if (!row) throw new Error("the signed-in user's institution is gone");
	const { platformChargeEnabled, applicantSiteUrl, undoWindowSeconds, quietFrom, quietUntil, logRetentionMonths } = row;
	return {
		...toPublic(row),
		platformChargeEnabled,
		applicantSiteUrl,
		hasLocations: somewhere.length > 0,
		sendsSms: sendsSms(ctx.env),
		smsPrice: priceOfSms(ctx.env),
		undoWindowSeconds,
		quietFrom,
		quietUntil,
		logRetentionMonths,
		version: (last?.seq ?? 0) + 1,
	};
};

export const contactsOf = ({ contacts, email, phone }: OrganisationRow) =>
	contacts ?? (email !== null || phone !== null ? [{ email, phone }] : []);

const toPublic = (row: OrganisationRow): PublicOrganisation => ({
	id: row.id,
	name: row.name,
	shortName: row.shortName,
	logoUrl: logoUrlOf(row),
	supportEmail: row.email,
	address: row.address,
	timeZone: row.timeZone,
	contacts: contactsOf(row),
	portal: { title: row.portalTitle, welcomeMessage: row.welcomeMessage },
	aliases: { course: row.courseAlias },
});

/** Returns what everybody may know of an institution: its login page and public summaries show it (§2). */
export const getPublicOrganisation = async (ctx: RequestContext, id: string) => {
	const [row] = await organisationById(ctx.databaseFor(id), id);
	return row ? ok(toPublic(row)) : fail("organisation_not_found");
};

const maxPortals = 20;

/** Finds institutions by the words of their name (§2). why the main database: their list belongs to none of them. */
export const listPortals = async (ctx: RequestContext, text: string) =>
	ok(text === "" ? [] : await organisationsNamed(openDatabase(ctx.env.DB), text, maxPortals));
