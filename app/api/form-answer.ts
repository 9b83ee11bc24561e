import type { Submission, SubmissionResult } from "@conform-to/react";
import type { Problem } from "#worker/contract/problems";

/**
 * What a form is told about a problem: its messages beside the fields they name, its text over the form when a
 * field that the form does not have is at fault, or none (§8).
 */
export const replyWithProblem = <T>(
	submission: Submission<T>,
	{ error, fields = {} }: Problem,
	{ hideFields = [] }: { hideFields?: string[] } = {},
): SubmissionResult => {
	const isBesideFields = Object.keys(fields).some((name) => Object.hasOwn(submission.payload, name));
	return submission.reply({ hideFields, fieldErrors: fields, formErrors: isBesideFields ? [] : [error] });
};
