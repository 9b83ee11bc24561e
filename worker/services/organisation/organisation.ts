import type { OrgContext, RequestContext } from "#worker/context";
import { fail, ok } from "#worker/contract/result";
import { commit } from "#worker/database/commit";
import { openDatabase } from "#worker/database/database";
import { remembered } from "#worker/database/remembered";
import { noteModifications } from "#worker/services/applicants/applicant-log.writes";
import {
	logoUrlOf,
	type Organisation,
	type OrganisationChange,
	type PublicOrganisation,
} from "#worker/services/organisation/contract";
import {
	anyLocation,
	type OrganisationRow,
	organisationById,
	organisationsNamed,
} from "#worker/services/organisation/queries";
import { writeSettings } from "#worker/services/organisation/writes";

export const getOrganisation = async (ctx: OrgContext) =>
	ok(await remembered(ctx, "organisation", () => readOrganisation(ctx)));

const readOrganisation = async (ctx: OrgContext): Promise<Organisation> => {
	const [[row], somewhere] = await ctx.db.batch([
		organisationById(ctx.db, ctx.organisationId),
		anyLocation(ctx.db, ctx.organisationId),
	]);
	if (!row) throw new Error("the signed-in user's institution is gone");
	const { platformChargeEnabled, applicantSiteUrl, undoWindowSeconds, quietFrom, quietUntil } = row;
	return {
		...toPublic(row),
		platformChargeEnabled,
		applicantSiteUrl,
		hasLocations: somewhere.length > 0,
		undoWindowSeconds,
		quietFrom,
		quietUntil,
	};
};

const toPublic = (row: OrganisationRow): PublicOrganisation => ({
	id: row.id,
	name: row.name,
	shortName: row.shortName,
	logoUrl: logoUrlOf(row),
	supportEmail: row.email,
	address: row.address,
	timeZone: row.timeZone,
	contacts: row.email !== null || row.phone !== null ? [{ email: row.email, phone: row.phone }] : [],
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

/** Changes and records settings (§7); `institution_not_updated` if one of them was changed meanwhile. */
export const updateSettings = async (ctx: OrgContext, change: OrganisationChange) => {
	const [row] = await organisationById(ctx.db, ctx.organisationId);
	if (!row) throw new Error("the signed-in user's institution is gone");
	const changed = (Object.keys(change) as (keyof OrganisationChange)[]).filter((key) => row[key] !== change[key]);
	if (changed.length === 0) return getOrganisation(ctx);
	const stateOf = (from: OrganisationChange) => Object.fromEntries(changed.map((key) => [key, from[key] ?? null]));
	const [before, after] = [stateOf(row), stateOf(change)];
	const eventId = ctx.newId();
	const textOf = (value: unknown) => (value === null ? null : String(value));
	const committed = await commit(ctx, {
		guarded: { write: writeSettings(ctx, before, after), expectedChanges: 1 },
		writes: noteModifications(
			ctx,
			changed.map((field) => ({ field, oldValue: textOf(before[field]), newValue: textOf(after[field]) })),
			{ ...{ entity: "organisation", entityId: ctx.organisationId, eventId } },
		),
		event: { type: "organisation.updated", payload: { name: row.name, before, after }, id: eventId },
	});
	return committed ? ok(await readOrganisation(ctx)) : fail("institution_not_updated");
};
