import * as v from "valibot";
import { described, whole } from "#worker/contract/described";
import { QueryInteger } from "#worker/contract/page";

/** The version of a record in a response; see `SeenVersion`. */
export const RecordVersion = whole("Grows with each change. A change that names another version is refused with 409.");

/** The version that a change was made on. */
export const SeenVersion = described(
	v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1))),
	"The version that was seen: if it has changed since, the change is refused with 409. Left out, any version is changed.",
);

/** The same in an address. */
export const SeenVersionInQuery = described(
	v.optional(QueryInteger({ min: 1, max: Number.MAX_SAFE_INTEGER }, "The version must be a whole number.")),
	"The version that was seen: if it has changed since, nothing is changed.",
);
