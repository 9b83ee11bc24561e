import * as v from "valibot";
import { defineEndpoint } from "#worker/contract/endpoint";
import { Id, IdParams } from "#worker/contract/ids";
import { PageIndex, PageOf, PageSize } from "#worker/contract/page";

const section = "§4 Applicant stages";
const access = ["candidate:u"] as const;

/** What became of one of a batch. `waiting`: their turn has not come; `kept`: changed before it was undone. */
export const RowOutcome = v.picklist([
	"waiting",
	"moved",
	"already_there",
	"not_allowed",
	"not_found",
	"changed_meanwhile",
	"undone",
	"kept",
]);

export const getBatch = defineEndpoint({
	method: "GET",
	path: "/batches/:id",
	summary: "A change of applicants that was made: what it gave, how far it is, how many came to what.",
	section,
	access,
	params: IdParams,
	response: v.object({
		id: v.string(),
		kind: v.picklist(["stage", "course", "location", "letter"]),
		/** The stage, the course, the location or the template. */
		targetName: v.string(),
		subject: v.string(),
		createdAt: v.number(),
		/** How many it is about, and how many of them came to what. */
		total: v.number(),
		counts: v.record(v.string(), v.number()),
		/** The task that works on it, or undoes it; null when that was done at once. */
		task: v.nullable(
			v.object({
				status: v.picklist(["STARTED", "FAILED", "SUCCESS"]),
				done: v.number(),
				total: v.number(),
				reason: v.nullable(v.string()),
			}),
		),
		/** Until when it can be undone, UTC milliseconds; null when it cannot. */
		undoUntil: v.nullable(v.number()),
		undoneAt: v.nullable(v.number()),
	}),
	problems: ["not_found"],
});

export const listBatchRows = defineEndpoint({
	method: "GET",
	path: "/batches/:id/rows",
	summary: "What became of each of a batch, page by page; `outcome` keeps those that came to the same.",
	section,
	access,
	params: IdParams,
	query: v.object({ outcome: v.optional(RowOutcome), page: PageIndex, size: PageSize(50) }),
	response: PageOf(
		v.object({
			id: Id,
			name: v.nullable(v.string()),
			applicationNumber: v.nullable(v.string()),
			outcome: RowOutcome,
		}),
	),
	problems: ["not_found"],
});

export const retryBatch = defineEndpoint({
	method: "POST",
	path: "/batches/:id/retry",
	summary: "Do a batch again for those whom somebody changed meanwhile, and those alone.",
	section,
	access,
	params: IdParams,
	response: v.object({
		/** How many were changed at once. */
		changed: v.number(),
		taskId: v.nullable(v.string()),
	}),
	accepted: "/tasks/{taskId}",
	problems: [
		"not_found",
		"task_not_failed",
		"step_not_in_workflow",
		"stage_mail_broken",
		"location_unknown",
		"course_not_offered",
		"application_unavailable",
		"selection_changed",
		"stage_unknown",
	],
	idempotent: true,
});
