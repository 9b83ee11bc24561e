import { parseWithValibot } from "@conform-to/valibot";
import * as v from "valibot";
import { replyWithProblem } from "#app/api/form-answer";
import type { Problem } from "#worker/contract/problems";
import { ViewName } from "#worker/services/saved-views/contract";

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

/** What a form is answered that was not answered: with what was typed. */
export const unsentView = ({ form, problem }: { form: FormData; problem: Problem }) => ({
	result: replyWithProblem(parseWithValibot(form, { schema: ViewForm }), problem),
	ticked: tickedIn(form),
});
