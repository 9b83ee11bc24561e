import * as v from "valibot";
import { described } from "#worker/contract/described";
import { Id } from "#worker/contract/ids";
import { visibleText } from "#worker/contract/text/visible-text";

/** §5: a comment is required; 2,000 characters are plenty for a reason. */
export const Comment = described(
	v.pipe(
		v.string("Enter a comment"),
		v.transform(visibleText),
		v.minLength(1, "Enter a comment"),
		v.maxLength(2_000, "The comment can have at most 2,000 characters."),
	),
	"The comment, which the activity log and the email show.",
);

/** why: the object, not the field, complains of a field that is left out. */
export const commentMissing = (issue: v.StrictObjectIssue): string =>
	issue.expected === '"reason"' ? "Enter a comment" : issue.message;

/** The reusable reason that the comment begins with; a private one keeps the comment to staff. */
export const ReasonId = v.optional(v.nullable(Id));
