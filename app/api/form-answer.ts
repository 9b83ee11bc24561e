import type { Submission, SubmissionResult } from "@conform-to/react";
import type { Problem } from "#worker/contract/problems";

/** Returns a problem as a form shows it (§8): beside the named fields, and its own text above the form. */
export const replyWithProblem = <T>(
	submission: Submission<T>,
	{ code, error, fields = {} }: Problem,
	{ hideFields = [] }: { hideFields?: string[] } = {},
): SubmissionResult => {
	const isBesideFields = Object.keys(fields).some((name) => Object.hasOwn(submission.payload, name));
	// why: "check the fields" says nothing that the fields do not, nor does a text that stands beside one.
	const isSaid = isBesideFields && (code === "invalid" || Object.values(fields).flat().includes(error));
	return submission.reply({ hideFields, fieldErrors: fields, formErrors: isSaid ? [] : [error] });
};
