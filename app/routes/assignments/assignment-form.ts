import * as v from "valibot";
import { Id } from "#worker/contract/ids";

const of = {
	version: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
	/** Sent again with the same form, it is answered again and not done twice. */
	idempotencyKey: v.optional(v.pipe(v.string(), v.regex(/^[\w-]{8,64}$/, "Reload the page and try again."))),
};

const chosen = (what: string) => v.pipe(v.string(`Choose a ${what}`), v.minLength(1, `Choose a ${what}`), Id);

/** The dialogs' forms: what the service takes, as a form sends it (§5 Course change, Post applicant). */
export const CourseChangeForm = v.object({ ...of, courseId: chosen("course") });
export const PostingForm = v.object({ ...of, locationId: chosen("location") });
