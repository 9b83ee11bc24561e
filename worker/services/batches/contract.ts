import * as v from "valibot";
import { BulkRow, RowOutcome, RunKind } from "#worker/contract/bulk";
import { defineEndpoint } from "#worker/contract/endpoint";
import { IdParams } from "#worker/contract/ids";
import { PageIndex, PageOf, PageSize, ShortListQuery } from "#worker/contract/page";

const section = "§4 Applicant stages";
const access = ["candidate:u"] as const;

export const getBatch = defineEndpoint({
	method: "GET",
	path: "/batches/:id",
	summary: "A bulk action that was started: what the rows get, how far it is, and the rows by outcome.",
	section,
	access,
	params: IdParams,
	response: v.object({
		id: v.string(),
		kind: RunKind,
		/** The stage, the course, the location or the template. */
		targetName: v.string(),
		/** The rows in words: a name, or how many. */
		subject: v.string(),
		createdAt: v.number(),
		total: v.number(),
		/** Rows by outcome. */
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
	summary: "What became of each row, page by page; `outcome` lists only rows with that outcome.",
	section,
	access,
	params: IdParams,
	query: v.strictObject({ outcome: v.optional(RowOutcome), page: PageIndex, size: PageSize(50) }),
	response: PageOf(BulkRow),
	problems: ["not_found"],
});

export const retryBatch = defineEndpoint({
	method: "POST",
	path: "/batches/:id/retry",
	summary: "Run the action again over the rows that somebody changed meanwhile, and over those alone.",
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
		"reason_unknown",
		"location_unknown",
		"course_not_offered",
		"template_unknown",
		"merge_field_unknown",
		"application_unavailable",
		"selection_changed",
		"stage_unknown",
	],
	idempotent: true,
});

export const undoBatch = defineEndpoint({
	method: "POST",
	path: "/batches/:id/undo",
	summary:
		"Undo a change within its undo window: applicants who still are as it left them get back what they had, and its emails are not sent. A repeat changes nothing.",
	section,
	access,
	params: IdParams,
	response: v.object({
		id: v.string(),
		kind: RunKind,
		/** The applicants in words, and what they were given. */
		subject: v.string(),
		targetName: v.string(),
		/** How many have back what they had. */
		undone: v.number(),
		/** How many were changed meanwhile, and stay; the first of them by name. */
		kept: v.number(),
		keptNames: v.array(v.string()),
		/** Emails that are not sent. */
		emails: v.number(),
		/** The task that undoes a large number; null when it is done. */
		taskId: v.nullable(v.string()),
	}),
	accepted: "/tasks/{taskId}",
	problems: ["not_found", "undo_too_late"],
	idempotent: true,
});

export const listUndoable = defineEndpoint({
	method: "GET",
	path: "/batches/undoable",
	summary: "The user's own changes that can be undone now, the newest first.",
	section,
	access,
	query: ShortListQuery,
	response: PageOf(
		v.object({
			id: v.string(),
			kind: RunKind,
			subject: v.string(),
			targetName: v.string(),
			/** UTC milliseconds. */
			undoUntil: v.number(),
		}),
	),
	problems: [],
});
