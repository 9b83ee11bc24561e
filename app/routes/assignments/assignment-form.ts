import * as v from "valibot";
import { Id } from "#worker/contract/ids";

const of = {
	version: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
	idempotencyKey: v.optional(v.pipe(v.string(), v.regex(/^[\w-]{8,64}$/, "Reload the page and try again."))),
};

const chosen = (what: string) => v.pipe(v.string(`Choose a ${what}`), v.minLength(1, `Choose a ${what}`), Id);

/** The dialogs' forms: the service's input as a form sends it (§5 Course change, Post applicant). */
export const CourseChangeForm = v.object({ ...of, courseId: chosen("course") });
export const PostingForm = v.object({ ...of, locationId: chosen("location") });
