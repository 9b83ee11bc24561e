import type { Submission, SubmissionResult } from "@conform-to/react";
import type { Problem } from "#worker/contract/problems";

/** Returns a problem as a form shows it (§8): beside the named fields, or above the form. */
export const replyWithProblem = <T>(
	submission: Submission<T>,
	{ error, fields = {} }: Problem,
	{ hideFields = [] }: { hideFields?: string[] } = {},
): SubmissionResult => {
	const isBesideFields = Object.keys(fields).some((name) => Object.hasOwn(submission.payload, name));
	return submission.reply({ hideFields, fieldErrors: fields, formErrors: isBesideFields ? [] : [error] });
};
