import type { Submission } from "@conform-to/react";
import { parseWithValibot } from "@conform-to/valibot";
import { json } from "@remix-run/cloudflare";
import * as v from "valibot";
import { replyWithProblem } from "#app/api/form-answer";
import { httpStatus } from "#app/api/problem-response";
import { readMeanwhile, seenVersion } from "#app/records/meanwhile";
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
const CurrentView = v.object({ name, isPinned, isShared });
export type CurrentView = v.InferOutput<typeof CurrentView>;

/** Answers with the form as it was sent, and why its view was not saved: by its fields, or by the problem. */
export const refuseView = (submission: Submission<unknown>, form: FormData, problem?: Problem) =>
	json(
		{
			result: problem ? replyWithProblem(submission, problem) : submission.reply(),
			ticked: tickedIn(form),
			meanwhile: problem ? readMeanwhile(problem, CurrentView) : null,
		},
		{ status: problem ? httpStatus(problem) : 422 },
	);

/** The parameter that names the view in whose place a list is saved. */
export const replaced = "replaces";

/** What sharing a view means. */
export const sharingApplicants =
	"Everybody who can see applicants can use it. Users who can change applicants can rename, unpin or delete it.";
export const sharingCriteria =
	"Everybody who can see applicants can use them. Users who can change applicants can rename or delete them.";
export const sharingPayments =
	"Everybody who can see payments can use it. Users who can change payments can rename or delete it.";
