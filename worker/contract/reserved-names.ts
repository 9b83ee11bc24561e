import * as v from "valibot";
import { OrganisationId } from "#worker/contract/ids";

/** Top-level folders of the portal's own files: a missing file there is no page (§2). */
export const fileFolders = ["build", "fonts"] as const;

/** First segments of URLs that the Worker or the network answers itself: no institution can have them. */
export const reservedNames: readonly string[] = ["api", ...fileFolders, "cdn-cgi"];

/** Addresses below `/organisation` that are no institution's (§7): no institution can have these ids either. */
const organisationPages: readonly string[] = ["portal", "contacts", "history"];

/** The id of an institution in an address below `/organisation`. */
export const AddressedOrganisationId = v.pipe(
	OrganisationId,
	v.check((id) => !organisationPages.includes(id), "Unknown organisation"),
);

/** The id of an institution that is about to be made: the first segment of all its URLs (§2). */
export const NewOrganisationId = v.pipe(
	OrganisationId,
	v.check(
		(id) => ![...reservedNames, ...organisationPages].includes(id),
		({ input }) => `“${input}” is an address of the portal itself. Choose another id for the institution.`,
	),
);
