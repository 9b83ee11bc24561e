import * as v from "valibot";
import { defineEndpoint } from "#worker/contract/endpoint";
import { IdParams } from "#worker/contract/ids";
import { PageOf, ShortListQuery } from "#worker/contract/page";

const section = "§4 Applicant stages";
const access = ["candidate:u"] as const;

export const undoStageChange = defineEndpoint({
	method: "POST",
	path: "/stage-changes/:id/undo",
	summary:
		"Undo a stage change within its hold: who still is where it put them goes back, and nothing that it wrote goes out. Once, however often it is asked.",
	section,
	access,
	params: IdParams,
	response: v.object({
		id: v.string(),
		/** Whom it was of, in words, and where it put them. */
		subject: v.string(),
		stageName: v.string(),
		/** How many are back. */
		undone: v.number(),
		/** How many were changed meanwhile, and stay; the first of them by name. */
		kept: v.number(),
		keptNames: v.array(v.string()),
		/** Mails that do not go out. */
		emails: v.number(),
		/** The task that puts a large number back; null when it is done. */
		taskId: v.nullable(v.string()),
	}),
	accepted: "/tasks/{taskId}",
	problems: ["not_found", "undo_too_late"],
	idempotent: true,
});

export const listUndoable = defineEndpoint({
	method: "GET",
	path: "/stage-changes/undoable",
	summary: "The user's own stage changes that can be undone at this moment, the newest first.",
	section,
	access,
	query: ShortListQuery,
	response: PageOf(
		v.object({
			id: v.string(),
			subject: v.string(),
			stageName: v.string(),
			/** UTC milliseconds. */
			undoUntil: v.number(),
		}),
	),
	problems: [],
});
