import * as v from "valibot";
import { described, file, flag, pictures, text, whole } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";
import { Keyword } from "#worker/contract/page";
import { AddressedOrganisationId } from "#worker/contract/reserved-names";

/** The public part of an institution, for the login page. */
export const PublicOrganisation = v.object({
	id: text("The id of the institution, which is the first segment of its addresses."),
	name: text("The name of the institution."),
	shortName: text("The short name of the institution."),
	logoUrl: v.nullable(text("The address of the logo; null without one.")),
	supportEmail: v.nullable(text("The address that helps a user who cannot sign in.")),
});

/** §3 Organisation. */
export const Organisation = v.object({
	...PublicOrganisation.entries,
	address: v.nullable(text("The postal address.")),
	timeZone: text("The time zone of the institution, such as Africa/Lagos."),
	platformChargeEnabled: flag("Whether the platform's charge is added to payments."),
	contacts: described(
		v.array(v.object({ email: v.nullable(text("The email address.")), phone: v.nullable(text("The phone number.")) })),
		"How the institution can be reached.",
	),
	aliases: described(v.object({ course: text("What a course is called.") }), "What the institution calls some things."),
	applicantSiteUrl: v.nullable(text("The address of the applicants' own site.")),
	hasLocations: flag("Whether there are locations that applicants can be posted to."),
	undoWindowSeconds: whole("How many seconds a change can be undone and its messages wait, from 0 to 600."),
});
export type Organisation = v.InferOutput<typeof Organisation>;

export const listPortals = defineEndpoint({
	method: "GET",
	path: "/portals",
	summary: "Institutions whose name contains every typed word.",
	section: "§7 Authentication and users",
	access: "public",
	query: v.strictObject({
		orgName: described(v.optional(Keyword, ""), "Words of the name. Without them nothing is found."),
	}),
	response: v.array(v.object({ id: text("The id of the institution."), name: text("The name of the institution.") })),
});

export const getOrganisation = defineEndpoint({
	method: "GET",
	path: "/organisation",
	summary: "The signed-in user's institution.",
	section: "§7 Organisation and settings",
	access: "signed-in",
	response: Organisation,
});

export const getLogo = defineEndpoint({
	method: "GET",
	path: "/organisation/:id/logo",
	summary: "The institution's logo.",
	section: "§3 Organisation",
	access: "public",
	params: v.strictObject({ id: described(AddressedOrganisationId, "The id of the institution.") }),
	response: file("The logo.", ...pictures),
});

export const getPublicOrganisation = defineEndpoint({
	method: "GET",
	path: "/organisation/:id",
	summary: "Does this institution exist, and what is it called?",
	section: "§7 Organisation and settings",
	access: "public",
	params: v.strictObject({ id: described(AddressedOrganisationId, "The id of the institution.") }),
	response: PublicOrganisation,
	problems: ["organisation_not_found"],
});
