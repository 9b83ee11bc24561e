import * as v from "valibot";
import { described } from "#worker/contract/described";
import { Id } from "#worker/contract/ids";
import { visibleText } from "#worker/contract/text/visible-text";

/** §5: a comment is required, of at most 2,000 characters. */
export const Comment = described(
	v.pipe(
		v.string("Enter a comment"),
		v.transform(visibleText),
		v.minLength(1, "Enter a comment"),
		v.maxLength(2_000, "The comment can have at most 2,000 characters."),
	),
	"The comment, which the activity log and the email show.",
);

/** why: a missing field is reported by the object, not by the field. */
export const commentMissing = (issue: v.StrictObjectIssue): string =>
	issue.expected === '"reason"' ? "Enter a comment" : issue.message;

/** The reusable reason that the comment begins with; with a private one, the comment is for staff only. */
export const ReasonId = v.optional(v.nullable(Id));
