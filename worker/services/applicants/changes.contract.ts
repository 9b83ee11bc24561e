import * as v from "valibot";
import { defineEndpoint } from "#worker/contract/endpoint";
import { Id, IdParams } from "#worker/contract/ids";
import { anyOf } from "#worker/contract/permissions";

const Moment = v.pipe(v.string(), v.regex(/^\d{1,15}$/, "Unknown moment"), v.transform(Number));

/** One changed answer or attribute. */
export const Modification = v.object({
	id: v.string(),
	/** The answer's field id; `course` and `location` are the applicant's own. */
	field: v.string(),
	/** Answers as the form holds them; null for none. */
	old: v.unknown(),
	new: v.unknown(),
	by: v.object({ id: v.nullable(v.string()), name: v.nullable(v.string()) }),
	at: v.number(),
	eventId: v.nullable(v.string()),
});
export type Modification = v.InferOutput<typeof Modification>;

export const listChanges = defineEndpoint({
	method: "GET",
	path: "/candidates/:id/changes",
	summary: "Changed answers with their old and new values, newest first: those of an event, or since a moment.",
	section: "§2 Applicant side sheet",
	access: anyOf("candidate"),
	params: IdParams,
	query: v.object({
		eventId: v.optional(Id),
		/** UTC milliseconds. */
		since: v.optional(Moment),
	}),
	response: v.object({
		data: v.array(Modification),
		/** Only the newest 500 are answered. */
		hasMore: v.boolean(),
	}),
	problems: ["not_found"],
});
