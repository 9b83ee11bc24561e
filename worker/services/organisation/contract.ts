import * as v from "valibot";
import { described, file, flag, pictures, text, whole } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";
import { Keyword } from "#worker/contract/page";
import { AddressedOrganisationId } from "#worker/contract/reserved-names";
import { RecordVersion } from "#worker/contract/version";

/** The public part of an institution, for the login page. */
export const PublicOrganisation = v.object({
	id: text("The id of the institution, which is the first segment of its addresses."),
	name: text("The name of the institution."),
	shortName: text("The short name of the institution."),
	logoUrl: v.nullable(text("The address of the logo; null without one.")),
	supportEmail: v.nullable(text("The address that helps a user who cannot sign in.")),
	address: v.nullable(text("The postal address.")),
	timeZone: text("The time zone of the institution, such as Africa/Lagos."),
	contacts: described(
		v.array(v.object({ email: v.nullable(text("The email address.")), phone: v.nullable(text("The phone number.")) })),
		"How the institution can be reached, the main contact first.",
	),
	portal: described(
		v.object({
			title: v.nullable(text("The title of the login page; null for the portal's own.")),
			welcomeMessage: v.nullable(text("What the login page says below its title; null for the portal's own.")),
		}),
		"What the login page says.",
	),
	aliases: described(v.object({ course: text("What a course is called.") }), "What the institution calls some things."),
});

export type PublicOrganisation = v.InferOutput<typeof PublicOrganisation>;

export const Organisation = v.object({
	...PublicOrganisation.entries,
	platformChargeEnabled: flag("Whether the platform's charge is added to payments."),
	applicantSiteUrl: v.nullable(text("The address of the applicants' own site.")),
	hasLocations: flag("Whether there are locations that applicants can be posted to."),
	sendsSms: flag("Whether SMS can be sent."),
	smsPrice: described(
		v.nullable(
			v.object({ amount: whole("The amount in minor units."), currency: text("The currency, such as `NGN`.") }),
		),
		"What one message costs; a long SMS takes several. Null where it is not configured.",
	),
	undoWindowSeconds: whole("How many seconds a change can be undone and its messages wait, from 0 to 600."),
	quietFrom: text("When the hours begin in which no reminder is sent, HH:MM in the time zone of the institution."),
	quietUntil: text("When they end; the same as their beginning where there are none."),
	logRetentionMonths: v.nullable(
		whole("How many months the activity and the modification log are kept; null for ever."),
	),
	version: RecordVersion,
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
	query: v.strictObject({
		version: described(
			v.optional(v.pipe(v.string(), v.regex(/^\w[\w.-]{0,99}$/, "Unknown logo"))),
			"Which of its logos, as `logoUrl` names it; it never changes. Left out, the present one.",
		),
	}),
	response: file("The logo.", ...pictures),
});

/** The name of a logo's file; null without a logo. */
export const logoFileOf = (logoKey: string | null): string | null => logoKey?.split("/").at(-1) ?? null;

/** Returns where everybody can load an institution's logo; null without one. Another logo has another address. */
export const logoUrlOf = ({ id, logoKey }: { id: string; logoKey: string | null }): string | null =>
	logoKey === null ? null : `/api${getLogo.path.replace(":id", id)}?version=${logoFileOf(logoKey)}`;

/** Returns the institution as its emails show it. @param origin the portal's, as it is configured: an email is read anywhere */
export const asSender = <O extends { id: string; logoKey: string | null }>(origin: string, organisation: O) => {
	const logoUrl = logoUrlOf(organisation);
	return { ...organisation, origin, logo: logoUrl === null ? null : origin + logoUrl };
};

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

export const Readiness = v.object({
	structure: flag("Whether the structure has an item."),
	courses: flag("Whether there is an active course."),
	form: flag("Whether there is an active form."),
	workflow: flag("Whether a workflow has a first stage."),
	templates: flag("Whether there is an active email template."),
	application: flag("Whether there is an active application that offers something."),
	payments: flag("Whether a payment configuration is active, or applicants have paid."),
	staff: flag("Whether there is a second user who can log in."),
	portal: flag("Whether the postal address, an email address and the texts of the login page are there."),
});
export type Readiness = v.InferOutput<typeof Readiness>;

export const getReadiness = defineEndpoint({
	method: "GET",
	path: "/set-up-checklist",
	summary: "What the institution needs to receive applicants, and what of it is set up.",
	section: "§7 Organisation and settings",
	access: ["organisation:u"],
	response: Readiness,
});
