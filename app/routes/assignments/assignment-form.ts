import { parseWithValibot } from "@conform-to/valibot";
import * as v from "valibot";
import { replyWithProblem } from "#app/api/form-answer";
import { idempotencyKey } from "#app/list/idempotency-key";
import { Id } from "#worker/contract/ids";
import type { Problem } from "#worker/contract/problems";

const of = { version: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))), idempotencyKey };
const chosen = (what: string) => v.pipe(v.string(`Choose a ${what}`), v.minLength(1, `Choose a ${what}`), Id);

/** The dialogs' forms: the service's input as a form sends it (§5 Course change, Post applicant). */
export const CourseChangeForm = v.object({ ...of, courseId: chosen("course") });
export const PostingForm = v.object({ ...of, locationId: chosen("location") });
export type AssignmentForm = typeof CourseChangeForm | typeof PostingForm;

/** Returns the dialog's state when the request got no response (§8). */
export const unsentAssignment =
	(schema: AssignmentForm) =>
	({ form, problem }: { form: FormData; problem: Problem }) => ({
		result: replyWithProblem(parseWithValibot(form, { schema }), problem),
		stale: null,
		found: null,
	});
