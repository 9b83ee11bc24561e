import * as v from "valibot";
import { defineEndpoint } from "#worker/contract/endpoint";
import { Keyword } from "#worker/contract/page";
import { AddressedOrganisationId } from "#worker/contract/reserved-names";

/** What anybody may know: enough for the login page. */
export const PublicOrganisation = v.object({
	id: v.string(),
	name: v.string(),
	shortName: v.string(),
	logoUrl: v.nullable(v.string()),
	/** Who helps whoever cannot get in. */
	supportEmail: v.nullable(v.string()),
});

/** §3 Organisation. */
export const Organisation = v.object({
	...PublicOrganisation.entries,
	address: v.nullable(v.string()),
	timeZone: v.string(),
	platformChargeEnabled: v.boolean(),
	contacts: v.array(v.object({ email: v.nullable(v.string()), phone: v.nullable(v.string()) })),
	aliases: v.object({ course: v.string() }),
	applicantSiteUrl: v.nullable(v.string()),
	/** Are there locations to post applicants to (§6)? */
	hasLocations: v.boolean(),
	/** The undo window: how long a change of stage, course or posting can be undone, and its emails wait; 0 to 600. */
	undoWindowSeconds: v.number(),
});
export type Organisation = v.InferOutput<typeof Organisation>;

export const listPortals = defineEndpoint({
	method: "GET",
	path: "/portals",
	summary: "Institutions whose name contains every typed word.",
	section: "§7 Authentication and users",
	access: "public",
	query: v.strictObject({ orgName: v.optional(Keyword, "") }),
	response: v.array(v.object({ id: v.string(), name: v.string() })),
	problems: [],
});

export const getOrganisation = defineEndpoint({
	method: "GET",
	path: "/organisation",
	summary: "The signed-in user's institution.",
	section: "§7 Organisation and settings",
	access: "signed-in",
	response: Organisation,
	problems: [],
});

export const getLogo = defineEndpoint({
	method: "GET",
	path: "/organisation/:id/logo",
	summary: "The institution's logo.",
	section: "§3 Organisation",
	access: "public",
	params: v.strictObject({ id: AddressedOrganisationId }),
	response: v.instance(Response),
	problems: ["not_found"],
});

export const getPublicOrganisation = defineEndpoint({
	method: "GET",
	path: "/organisation/:id",
	summary: "Does this institution exist, and what is it called?",
	section: "§7 Organisation and settings",
	access: "public",
	params: v.strictObject({ id: AddressedOrganisationId }),
	response: PublicOrganisation,
	problems: ["organisation_not_found"],
});
