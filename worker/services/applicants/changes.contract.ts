import * as v from "valibot";
import { defineEndpoint } from "#worker/contract/endpoint";
import { Id, IdParams } from "#worker/contract/ids";
import { PageIndex, PageOf, PageSize, QueryInteger } from "#worker/contract/page";
import { anyOf } from "#worker/contract/permissions";

/** Changes per page, at most. */
const maxChanges = 500;

const Moment = QueryInteger({ min: 0, max: Number.MAX_SAFE_INTEGER }, "Unknown moment");

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
	query: v.strictObject({
		eventId: v.optional(Id),
		/** UTC milliseconds. */
		since: v.optional(Moment),
		page: PageIndex,
		size: PageSize(maxChanges, maxChanges),
	}),
	response: PageOf(Modification),
	problems: ["not_found"],
});
