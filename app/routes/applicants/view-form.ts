import * as v from "valibot";
import { ViewName } from "#worker/services/applicants/saved-views.contract";

/** What the dialogs of a view send: a box that is not ticked sends nothing. */
export const ViewForm = v.object({
	name: ViewName,
	isPinned: v.optional(v.string()),
	isShared: v.optional(v.string()),
});

/** Which boxes of the form are ticked. */
export const tickedIn = (form: FormData) => ({
	isPinned: form.get("isPinned") === "on",
	isShared: form.get("isShared") === "on",
});
