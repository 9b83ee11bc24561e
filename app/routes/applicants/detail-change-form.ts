import * as v from "valibot";
import { maxSelected } from "#app/routes/applicants/list-address";
import { Id } from "#worker/contract/ids";

const of = {
	version: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
	/** Sent again with the same form, it is answered again and not done twice. */
	idempotencyKey: v.optional(v.pipe(v.string(), v.regex(/^[\w-]{8,64}$/, "Reload the page and try again."))),
};

const ofMany = {
	idempotencyKey: of.idempotencyKey,
	/** When its consequences were counted. */
	asOf: v.optional(v.pipe(v.number("Reload the page and try again."), v.safeInteger("Reload the page and try again."))),
	id: v.pipe(
		v.array(Id),
		v.minLength(1, "Choose at least one applicant."),
		v.maxLength(maxSelected, `At most ${maxSelected} applicants at a time.`),
	),
};

const chosen = (what: string) => v.pipe(v.string(`Choose a ${what}`), v.minLength(1, `Choose a ${what}`), Id);

/** The dialogs' forms: what the service takes, as a form sends it (§5 Course change, Post applicant). */
export const CourseChangeForm = v.object({ ...of, courseId: chosen("course") });
export const PostingForm = v.object({ ...of, locationId: chosen("location") });

/** The same for several applicants. */
export const BatchCourseForm = v.object({ ...ofMany, courseId: chosen("course") });
export const BatchPostingForm = v.object({ ...ofMany, locationId: chosen("location") });
