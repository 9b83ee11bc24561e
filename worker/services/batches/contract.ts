import * as v from "valibot";
import { BulkRow, RowOutcome, RunKind } from "#worker/contract/bulk";
import { described, moment, text, whole } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";
import { IdParams } from "#worker/contract/ids";
import { Keyword, PageIndex, PageOf, PageSize, ShortListQuery } from "#worker/contract/page";

const section = "§4 Applicant stages";
const access = ["candidate:u"] as const;

/** What every action says of itself. */
const BatchFacts = {
	id: text("The id of the action."),
	kind: RunKind,
	targetName: text("The stage, the course, the location, the reviewer or the template."),
	subject: text("The applicants in words: a name, or how many."),
	startedBy: text("The name of the user who started it."),
	createdAt: moment("When it was started."),
	total: whole("How many applicants it is about."),
};

export const ListedBatch = v.object({
	...BatchFacts,
	changed: whole("How many of them it has changed."),
	status: described(
		v.picklist(["running", "failed", "done", "undone"]),
		"Whether its task runs or has failed, and whether it was undone.",
	),
});
export type ListedBatch = v.InferOutput<typeof ListedBatch>;

/** The newest actions that the list holds and searches. */
export const mostListed = 10_000;

export const listBatches = defineEndpoint({
	method: "GET",
	path: "/batches",
	summary: `The institution's bulk actions on two or more applicants of the last 90 days, newest first, ${mostListed.toLocaleString("en")} at most. \`keyword\` looks in what the applicants got, and in their number or name.`,
	section,
	access,
	query: v.strictObject({
		kind: described(v.optional(RunKind), "Only actions that give applicants this."),
		keyword: described(v.optional(Keyword, ""), "Only actions with these words."),
		page: PageIndex,
		size: PageSize(),
	}),
	response: PageOf(ListedBatch),
});

export const getBatch = defineEndpoint({
	method: "GET",
	path: "/batches/:id",
	summary: "A bulk action that was started: what the rows get, how far it is, and the rows by outcome.",
	section,
	access,
	params: IdParams,
	response: v.object({
		...BatchFacts,
		counts: described(v.record(v.string(), v.number()), "How many applicants have each outcome."),
		task: described(
			v.nullable(
				v.object({
					status: described(
						v.picklist(["STARTED", "FAILED", "SUCCESS"]),
						"Whether the task runs, has failed or has succeeded.",
					),
					done: whole("How much of it is done."),
					total: whole("How much there is to do."),
					reason: v.nullable(text("Why the task failed; null if it did not.")),
				}),
			),
			"The task that works on it or undoes it; null when that was done at once.",
		),
		undoUntil: v.nullable(moment("Until when it can be undone; null when it cannot.")),
		undoneAt: v.nullable(moment("When it was undone; null while it was not.")),
	}),
});

export const listBatchRows = defineEndpoint({
	method: "GET",
	path: "/batches/:id/rows",
	summary: "The result of each row, page by page; `outcome` lists only rows with that outcome.",
	section,
	access,
	params: IdParams,
	query: v.strictObject({
		outcome: described(v.optional(RowOutcome), "Only applicants with this outcome."),
		page: PageIndex,
		size: PageSize(50),
	}),
	response: PageOf(BulkRow),
});

export const retryBatch = defineEndpoint({
	method: "POST",
	path: "/batches/:id/retry",
	summary: "Run the action again, only on the rows that somebody changed meanwhile.",
	section,
	access,
	params: IdParams,
	response: v.object({
		changed: whole("How many were changed at once."),
		taskId: v.nullable(text("The task that does the rest; null when all is done.")),
	}),
	accepted: "/tasks/{taskId}",
	problems: [
		"not_found",
		"task_not_failed",
		"step_not_in_workflow",
		"stage_mail_broken",
		"reason_unknown",
		"location_unknown",
		"reviewer_unknown",
		"course_not_offered",
		"template_unknown",
		"merge_field_unknown",
		"merge_field_empty",
		"application_unavailable",
		"selection_changed",
		"stage_unknown",
		"too_many_tasks",
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
		id: text("The id of the action."),
		kind: RunKind,
		subject: text("The applicants in words: a name, or how many."),
		targetName: text("What they were given."),
		undone: whole("How many have back what they had."),
		kept: whole("How many have been changed since and stay as they are."),
		keptNames: described(v.array(v.string()), "The names of the first of those."),
		formerName: v.nullable(
			text("The stage, the course or the location that a single applicant has back; null for several, or for none."),
		),
		emails: whole("How many emails are not sent."),
		texts: whole("How many SMS are not sent."),
		taskId: v.nullable(text("The task that undoes a large number; null when it is done.")),
	}),
	accepted: "/tasks/{taskId}",
	problems: ["not_found", "undo_too_late"],
	idempotent: true,
});

export const UndoableChange = v.object({
	id: text("The id of the action."),
	kind: RunKind,
	subject: text("The applicants in words: a name, or how many."),
	targetName: text("What they were given."),
	undoUntil: moment("Until when it can be undone."),
});

export type UndoableChange = v.InferOutput<typeof UndoableChange>;

export const listUndoable = defineEndpoint({
	method: "GET",
	path: "/batches/undoable",
	summary: "The user's own changes that can be undone now, the newest first.",
	section,
	access,
	query: ShortListQuery,
	response: PageOf(UndoableChange),
});
