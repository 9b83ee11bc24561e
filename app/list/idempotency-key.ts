import * as v from "valibot";

/** The key of a form, for which a repeated request gets the first response again. */
export const idempotencyKey = v.optional(
	v.pipe(v.string(), v.regex(/^[\w-]{8,64}$/, "Reload the page and try again.")),
);

/** Returns the key of a form that has one. */
export const idempotencyKeyIn = (form: FormData): string | undefined => {
	const read = v.safeParse(idempotencyKey, form.get("idempotencyKey") ?? undefined);
	return read.success ? read.output : undefined;
};
