import type { SubmissionResult } from "@conform-to/react";

/** The name of the button that shows what another choice does, and does nothing. */
export const reviewButton = { name: "review", value: "1" };

/** The error when a form was sent with a choice whose consequences were not shown: nobody is changed or written to by surprise. */
export const reviewFirst = "Nothing was done: you had not reviewed this choice. Review it, then proceed.";

/**
 * Returns the error and the status of a dialog that was sent with another choice than the one that it showed, or to show another
 * one, which is no error; undefined for what it showed. why: without scripts the page does not follow the choice.
 */
export const answerUnreviewed = (form: FormData, { shown, chosen }: { shown: string; chosen: string }) => {
	if (form.has(reviewButton.name)) return { error: null, status: 200 };
	const isOther = form.has(shown) && form.has(chosen) && form.get(shown) !== form.get(chosen);
	return isOther ? { error: reviewFirst, status: 422 } : undefined;
};

/** Returns such an error for a form of Conform, with everything that was typed. */
export const replyReview = ({ initialValue }: SubmissionResult, error: string | null): SubmissionResult => ({
	initialValue,
	...(error !== null && { error: { "": [error] } }),
});

interface Reviewed {
	to: string;
	preview: unknown;
}

/** Returns what a bulk dialog shows: the choice of its address, or the one that its form was sent with since. */
export const withReviewed = <B extends Reviewed>(
	bulk: B,
	answer: { reviewed?: Pick<B, "to" | "preview"> | null | undefined } | undefined,
): B => (answer?.reviewed ? { ...bulk, ...answer.reviewed } : bulk);
