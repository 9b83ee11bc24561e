import type { EmptyFields } from "#worker/contract/shown-email";
import type { MergeFieldName } from "#worker/contract/text/merge-fields";
import type { StageMessages } from "#worker/services/stage-changes/stage-messages.contract";

const location: MergeFieldName = "locationName";
const comment: { name: MergeFieldName; label: string } = { name: "comment", label: "Comment" };

/**
 * Returns the merge fields that are empty for some once it is known what the change gives them: a location, and no comment
 * with a private reason. @param applicants how many are moved
 */
export const emptyAfter = (
	{ emptyFields, emptyInLetter, commentIn }: Pick<StageMessages, "emptyFields" | "emptyInLetter" | "commentIn">,
	{ isPosted, isPrivate, applicants }: { isPosted: boolean; isPrivate: boolean; applicants: number },
) => {
	const emptyIn = (fields: EmptyFields, part: (typeof commentIn)[number]): EmptyFields => [
		...fields.filter(({ name }) => !isPosted || name !== location),
		...(isPrivate && applicants > 0 && commentIn.includes(part) ? [{ ...comment, applicants }] : []),
	];
	return { emptyFields: emptyIn(emptyFields, "message"), emptyInLetter: emptyIn(emptyInLetter, "letter") };
};
