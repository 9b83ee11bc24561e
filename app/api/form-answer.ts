import type { Submission, SubmissionResult } from "@conform-to/react";
import type { Problem } from "#worker/contract/problems";

/**
 * Returns a problem as a form shows it (§8): its messages beside the fields that they name, its text above the form
 * when it names none or a field that the form does not have.
 */
export const replyWithProblem = <T>(
	submission: Submission<T>,
	{ error, fields = {} }: Problem,
	{ hideFields = [] }: { hideFields?: string[] } = {},
): SubmissionResult => {
	const isBesideFields = Object.keys(fields).some((name) => Object.hasOwn(submission.payload, name));
	return submission.reply({ hideFields, fieldErrors: fields, formErrors: isBesideFields ? [] : [error] });
};
