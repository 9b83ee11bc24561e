import { parseWithValibot } from "@conform-to/valibot";
import * as v from "valibot";
import { replyWithProblem } from "#app/api/form-answer";
import { seenVersion } from "#app/records/meanwhile";
import type { Problem } from "#worker/contract/problems";
import { SavedView, ViewName } from "#worker/services/saved-views/contract";

/** The form of a view; an unticked box sends nothing. */
export const ViewForm = v.object({
	name: ViewName,
	isPinned: v.optional(v.string()),
	isShared: v.optional(v.string()),
	version: seenVersion,
});

export const tickedIn = (form: FormData) => ({
	isPinned: form.get("isPinned") === "on",
	isShared: form.get("isShared") === "on",
});

/** Returns the form's state when the request got no response: all typed values and the reason. */
export const unsentView = ({ form, problem }: { form: FormData; problem: Problem }) => ({
	result: replyWithProblem(parseWithValibot(form, { schema: ViewForm }), problem),
	ticked: tickedIn(form),
	meanwhile: null,
});

const { name, isPinned, isShared } = SavedView.entries;
export const CurrentView = v.object({ name, isPinned, isShared });
