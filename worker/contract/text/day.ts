import * as v from "valibot";

/** A day of the institution, YYYY-MM-DD. */
export const Day = v.pipe(v.string(), v.isoDate("Enter a date as YYYY-MM-DD"));
