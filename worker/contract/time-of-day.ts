import * as v from "valibot";

/** A time of day of an institution, HH:MM. */
export const TimeOfDay = v.pipe(
	v.string("Enter a time"),
	v.regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Enter a time such as 09:00"),
);
