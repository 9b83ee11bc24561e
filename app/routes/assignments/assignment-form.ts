import { parseWithValibot } from "@conform-to/valibot";
import * as v from "valibot";
import { replyWithProblem } from "#app/api/form-answer";
import { idempotencyKey } from "#app/list/idempotency-key";
import { Id } from "#worker/contract/ids";
import type { Problem } from "#worker/contract/problems";

const of = { version: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1))), idempotencyKey };
const chosen = (fault: string) => v.pipe(v.string(fault), v.minLength(1, fault), Id);

/** The choice that assigns to nobody. why a word: an empty choice is none. */
export const nobody = "nobody";
export const reviewerOf = (choice: string): string | null => (choice === nobody ? null : choice);

/**
 * The dialogs' forms: the service's input as a form sends it (§5 Course change, Post applicant). why no word for a course:
 * each institution has its own.
 */
export const CourseChangeForm = v.object({ ...of, courseId: chosen("Choose one from the list") });
export const PostingForm = v.object({ ...of, locationId: chosen("Choose a location") });
export const ReviewerForm = v.object({ ...of, reviewerId: chosen("Choose a user") });
export type AssignmentForm = typeof CourseChangeForm | typeof PostingForm | typeof ReviewerForm;

/** Returns the dialog's state when the request got no response (§8). */
export const unsentAssignment =
	(schema: AssignmentForm) =>
	({ form, problem }: { form: FormData; problem: Problem }) => ({
		result: replyWithProblem(parseWithValibot(form, { schema }), problem),
		stale: null,
		found: null,
		refused: { problem },
	});
