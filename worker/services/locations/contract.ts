import * as v from "valibot";
import { described, text, whole } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";
import { IdParams } from "#worker/contract/ids";
import { Keyword, PageOf, ShortListQuery } from "#worker/contract/page";
import { anyOf } from "#worker/contract/permissions";
import { recordEndpoints, recordName } from "#worker/contract/records";

const section = "§7 Organisation and settings";
const managers = anyOf("organisation");
const readers = anyOf("organisation", "candidate");

/** The places that applicants can be posted to (§3 Location). */
export const locationRecord = recordEndpoints({
	path: "/locations",
	one: "location",
	many: "locations",
	section,
	size: 20,
	access: {
		read: readers,
		manage: managers,
		create: ["organisation:c"],
		update: ["organisation:u"],
		delete: ["organisation:d"],
	},
	fields: { name: recordName("The name of the location; each has its own.") },
	row: { name: text("The name of the location."), applicants: whole("How many applicants are posted to it.") },
	query: { name: described(v.optional(Keyword, ""), "Only locations whose name contains every word of this text.") },
	sorts: ["name", "applicants"],
	problems: { create: ["location_not_saved"], update: ["location_not_updated"], remove: ["location_not_deleted"] },
});
export const {
	list: listLocations,
	find: getLocation,
	create: createLocation,
	update: updateLocation,
	remove: deleteLocation,
	history: listLocationChanges,
	restore: restoreLocation,
} = locationRecord;
export const Location = getLocation.response;
export type Location = v.InferOutput<typeof Location>;

export const PostedApplicants = v.object({
	applicationId: text("The id of the application."),
	applicationTitle: text("The title of the application."),
	applicants: whole("How many of its applicants are posted to the location."),
});

export type PostedApplicants = v.InferOutput<typeof PostedApplicants>;

export const countPosted = defineEndpoint({
	method: "GET",
	path: "/locations/:id/applications",
	summary: "How many applicants of each application are posted to a location; the most first.",
	section,
	access: managers,
	params: IdParams,
	query: ShortListQuery,
	response: PageOf(PostedApplicants),
});
