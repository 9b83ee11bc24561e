import * as v from "valibot";

/** Ids are opaque: the check keeps anything hostile or huge away from the database. */
export const Id = v.config(
	v.pipe(v.string(), v.minLength(1, "Required"), v.maxLength(64, "Unknown id"), v.regex(/^[\w-]+$/, "Unknown id")),
	{ abortPipeEarly: true },
);

export const IdParams = v.strictObject({ id: Id });

/** An institution's id: the first segment of every URL (§2). */
export const OrganisationId = v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9-]{0,62}$/, "Unknown organisation"));
