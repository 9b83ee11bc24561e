import * as v from "valibot";
import { chosenFields, hasChosen, nobodyChosen } from "#app/list/bulk/batch-target";
import { Id } from "#worker/contract/ids";

const of = {
	version: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
	/** Sent again with the same form, it is answered again and not done twice. */
	idempotencyKey: v.optional(v.pipe(v.string(), v.regex(/^[\w-]{8,64}$/, "Reload the page and try again."))),
};

const ofMany = {
	...chosenFields,
	idempotencyKey: of.idempotencyKey,
	/** When its consequences were counted. */
	asOf: v.optional(v.pipe(v.number("Reload the page and try again."), v.safeInteger("Reload the page and try again."))),
};

const chosen = (what: string) => v.pipe(v.string(`Choose a ${what}`), v.minLength(1, `Choose a ${what}`), Id);

/** The dialogs' forms: what the service takes, as a form sends it (§5 Course change, Post applicant). */
export const CourseChangeForm = v.object({ ...of, courseId: chosen("course") });
export const PostingForm = v.object({ ...of, locationId: chosen("location") });

/** The same for several applicants. */
export const BatchCourseForm = v.pipe(
	v.object({ ...ofMany, courseId: chosen("course") }),
	v.forward(
		v.check((form) => hasChosen(form), nobodyChosen),
		["id"],
	),
);
export const BatchPostingForm = v.pipe(
	v.object({ ...ofMany, locationId: chosen("location") }),
	v.forward(
		v.check((form) => hasChosen(form), nobodyChosen),
		["id"],
	),
);

/** Which document template their letters are made from. */
export const BatchLettersForm = v.pipe(
	v.object({ ...ofMany, templateId: chosen("template") }),
	v.forward(
		v.check((form) => hasChosen(form), nobodyChosen),
		["id"],
	),
);
