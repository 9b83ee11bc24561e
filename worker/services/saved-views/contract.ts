import * as v from "valibot";
import { NamedFilter } from "#worker/contract/applicant-filter";
import { defineEndpoint } from "#worker/contract/endpoint";
import { IdParams } from "#worker/contract/ids";
import { PageOf, ShortListQuery } from "#worker/contract/page";
import { anyOf } from "#worker/contract/permissions";
import { visibleLine } from "#worker/contract/text/visible-text";

const readers = anyOf("candidate");
const section = "§2 Applicants";

/** Letters of a view's name. */
export const maxViewName = 60;
/** Views that somebody keeps for themselves, and as many that the office shares. */
export const maxViews = 30;
/** Of those, pinned: each is counted whenever a page is drawn. */
export const maxPinned = 8;

export const ViewName = v.config(
	v.pipe(
		v.string("Enter a name"),
		v.transform(visibleLine),
		v.minLength(1, "Enter a name"),
		v.maxLength(maxViewName, `A name has at most ${maxViewName} letters`),
	),
	{ abortPipeEarly: true },
);

/** A list under a name. */
export const SavedView = v.object({
	id: v.string(),
	name: v.string(),
	/** Is it the office's, or the reader's alone? */
	isShared: v.boolean(),
	isPinned: v.boolean(),
	/** Whoever saved it: whose account it was. */
	ownerName: v.string(),
	/** May the reader rename, pin, share and delete it? */
	mayChange: v.boolean(),
	filters: v.object(NamedFilter.entries),
	/**
	 * Of a pinned one. Exact where it is kept; a group or a keyword is counted to 100, among its first 1,000.
	 */
	applicants: v.nullable(v.number()),
	/** Does the count go no further, so that more than 99 are '99+'? */
	isCapped: v.boolean(),
});
export type SavedView = v.InferOutput<typeof SavedView>;

const Settings = { name: ViewName, isShared: v.boolean(), isPinned: v.boolean() };

export const listSavedViews = defineEndpoint({
	method: "GET",
	path: "/candidate-views",
	summary: "The user's own views of applicants and those that the office shares, by name; pinned ones with a count.",
	section,
	access: readers,
	query: ShortListQuery,
	response: PageOf(SavedView),
	problems: [],
});

export const createSavedView = defineEndpoint({
	method: "POST",
	path: "/candidate-views",
	summary: "Keeps a list's filters and order under a name. To share it with the office takes candidate:u.",
	section,
	access: readers,
	body: v.strictObject({ ...Settings, filters: NamedFilter }),
	response: v.object({ id: v.string() }),
	created: "/candidate-views/{id}",
	problems: ["application_unavailable", "view_exists", "too_many_views", "too_many_pinned", "view_not_yours"],
	idempotent: true,
});

export const updateSavedView = defineEndpoint({
	method: "PATCH",
	path: "/candidate-views/:id",
	summary: "Renames, pins or shares a view: one's own, or with candidate:u the office's.",
	section,
	access: readers,
	params: IdParams,
	body: v.strictObject(Settings),
	response: v.object({ id: v.string() }),
	problems: ["not_found", "view_exists", "too_many_views", "too_many_pinned", "view_not_yours"],
});

export const deleteSavedView = defineEndpoint({
	method: "DELETE",
	path: "/candidate-views/:id",
	summary: "Deletes a view: one's own, or with candidate:u the office's. The applicants stay.",
	section,
	access: readers,
	params: IdParams,
	response: v.object({ id: v.string() }),
	problems: ["not_found", "view_not_yours"],
});
