import * as v from "valibot";
import { Criteria } from "#worker/contract/criteria/criteria";
import { described, flag, text } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";
import { IdParams } from "#worker/contract/ids";
import { PageOf, ShortListQuery } from "#worker/contract/page";
import { anyOf } from "#worker/contract/permissions";
import { RecordVersion, SeenVersion } from "#worker/contract/version";
import { ViewName } from "#worker/services/saved-views/contract";

const readers = anyOf("candidate");
const section = "§3 AI chat";

/** What a set of criteria keeps. */
export const KeptCriteria = v.strictObject({ criteria: Criteria });

export const SavedCriteria = v.object({
	id: text("The id of the set."),
	name: text("The name of the set."),
	isShared: flag("Whether all staff who see applicants see it, or only its owner."),
	ownerName: text("The name of the user who saved it."),
	mayChange: flag("Whether the user can rename, share and delete it."),
	criteria: described(Criteria, "The criteria; all of them must be met."),
	version: RecordVersion,
});
export type SavedCriteria = v.InferOutput<typeof SavedCriteria>;

const settings = {
	name: described(ViewName, "The name of the set; each holder has a name once."),
	isShared: flag("Whether all staff see it; sharing needs candidate:u."),
};

export const listSavedCriteria = defineEndpoint({
	method: "GET",
	path: "/candidate-criteria",
	summary: "The user's own sets of criteria and those that the office shares, by name. They belong to no application.",
	section,
	access: readers,
	query: ShortListQuery,
	response: PageOf(SavedCriteria),
});

export const createSavedCriteria = defineEndpoint({
	method: "POST",
	path: "/candidate-criteria",
	summary: "Keeps criteria under a name. Sharing them with the office needs candidate:u.",
	section,
	access: readers,
	body: v.strictObject({ ...settings, criteria: described(Criteria, "The criteria.") }),
	example: {
		name: "Merit list",
		isShared: false,
		criteria: [{ anyOf: [{ allOf: [{ not: false, test: { about: "payment", state: "settled" } }] }] }],
	},
	response: v.object({ id: text("The id of the set.") }),
	created: "/candidate-criteria/{id}",
	problems: ["view_exists", "too_many_views", "view_not_yours"],
	idempotent: true,
});

export const updateSavedCriteria = defineEndpoint({
	method: "PATCH",
	path: "/candidate-criteria/:id",
	summary: "Renames, shares or changes a set of criteria: one's own, or with candidate:u the office's.",
	section,
	access: readers,
	params: IdParams,
	body: v.strictObject({
		...settings,
		criteria: described(v.optional(Criteria), "Other criteria; left out, they stay as they are."),
		version: SeenVersion,
	}),
	response: v.object({ id: text("The id of the set.") }),
	problems: ["not_found", "view_exists", "too_many_views", "view_not_yours", "changed_meanwhile"],
});

export const deleteSavedCriteria = defineEndpoint({
	method: "DELETE",
	path: "/candidate-criteria/:id",
	summary: "Deletes a set of criteria: one's own, or with candidate:u the office's. Lists made by it stay.",
	section,
	access: readers,
	params: IdParams,
	response: v.object({ id: text("The id of the deleted set.") }),
	problems: ["not_found", "view_not_yours"],
});
