import * as v from "valibot";
import { NamedFilter } from "#worker/contract/applicant-filter";
import { described, flag, text, whole } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";
import { IdParams } from "#worker/contract/ids";
import { PageOf, QueryBoolean, ShortListQuery } from "#worker/contract/page";
import { anyOf } from "#worker/contract/permissions";
import { requiredLine } from "#worker/contract/text/required-line";
import { RecordVersion, SeenVersion } from "#worker/contract/version";

const readers = anyOf("candidate");
const section = "§2 Applicants";

export const maxViewName = 60;
/** The most views that a user owns, and that the office shares. */
export const maxViews = 30;
/** The most pinned ones of those: each is counted whenever a page is drawn. */
export const maxPinned = 8;

export const ViewName = described(
	v.config(requiredLine("Enter a name", maxViewName, `A name has at most ${maxViewName} letters`), {
		abortPipeEarly: true,
	}),
	"The name of the view; each holder has a name once.",
);

export const SavedView = v.object({
	id: text("The id of the view."),
	name: text("The name of the view."),
	isShared: flag("Whether all staff see it, or only its owner."),
	isPinned: flag("Whether it is pinned, so that its applicants are counted."),
	ownerName: text("The name of the user who saved it."),
	mayChange: flag("Whether the user can rename, pin, share and delete it."),
	filters: described(v.object(NamedFilter.entries), "The filter of the view."),
	applicants: v.nullable(whole("How many applicants a pinned view has; null for others.")),
	version: RecordVersion,
	isCapped: flag("Whether the count stops at 1,001, so that more than 1,000 are shown as 1,000+."),
});
export type SavedView = v.InferOutput<typeof SavedView>;

const Settings = {
	name: described(ViewName, "The name of the view; each holder has a name once."),
	isShared: flag("Whether all staff see it; sharing needs candidate:u."),
	isPinned: flag("Whether it is pinned."),
};

export const listSavedViews = defineEndpoint({
	method: "GET",
	path: "/candidate-views",
	summary:
		"The user's own views of applicants and those that the office shares, by name; pinned ones with a count, unless `counted` is false.",
	section,
	access: readers,
	query: v.strictObject({
		...ShortListQuery.entries,
		counted: described(v.optional(QueryBoolean, "true"), "Whether the applicants of pinned views are counted."),
	}),
	response: PageOf(SavedView),
});

export const createSavedView = defineEndpoint({
	method: "POST",
	path: "/candidate-views",
	summary: "Keeps a list's filters and order under a name. Sharing it with the office needs candidate:u.",
	section,
	access: readers,
	body: v.strictObject({ ...Settings, filters: described(NamedFilter, "The filter of the view.") }),
	response: v.object({ id: text("The id of the view.") }),
	created: "/candidate-views/{id}",
	problems: ["application_unavailable", "view_exists", "too_many_views", "too_many_pinned", "view_not_yours"],
	idempotent: true,
});

export const updateSavedView = defineEndpoint({
	method: "PATCH",
	path: "/candidate-views/:id",
	summary: "Renames, pins, shares or refilters a view: one's own, or with candidate:u the office's.",
	section,
	access: readers,
	params: IdParams,
	body: v.strictObject({
		...Settings,
		filters: described(v.optional(NamedFilter), "Another filter of the view; left out, it stays as it is."),
		version: SeenVersion,
	}),
	response: v.object({ id: text("The id of the view.") }),
	problems: [
		"not_found",
		"application_unavailable",
		"view_exists",
		"too_many_views",
		"too_many_pinned",
		"view_not_yours",
		"changed_meanwhile",
	],
});

export const deleteSavedView = defineEndpoint({
	method: "DELETE",
	path: "/candidate-views/:id",
	summary: "Deletes a view: one's own, or with candidate:u the office's. The applicants stay.",
	section,
	access: readers,
	params: IdParams,
	response: v.object({ id: text("The id of the deleted view.") }),
	problems: ["not_found", "view_not_yours"],
});
