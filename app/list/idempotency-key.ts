import * as v from "valibot";

/** The key of a form, for which a repeated request gets the first response again. */
export const idempotencyKey = v.optional(
	v.pipe(v.string(), v.regex(/^[\w-]{8,64}$/, "Reload the page and try again.")),
);
