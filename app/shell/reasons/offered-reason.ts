import * as v from "valibot";

/** A reusable reason that a comment may begin with (§5 Status change). */
export const OfferedReason = v.object({ id: v.string(), text: v.string(), isPrivate: v.boolean() });
export type OfferedReason = v.InferOutput<typeof OfferedReason>;
