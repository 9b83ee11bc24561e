import * as v from "valibot";
import { described, flag, text, whole } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";
import { Id, IdParams } from "#worker/contract/ids";
import { PageIndex, PageOf, PageSize, ShortListQuery } from "#worker/contract/page";
import { anyOf } from "#worker/contract/permissions";
import { RecordChange } from "#worker/contract/records";
import { requiredLine } from "#worker/contract/text/required-line";
import { RecordVersion, SeenVersion } from "#worker/contract/version";

const section = "§5 Status change";
/** Staff who keep templates keep reasons; staff who change applicants give them (§6 names no resource). */
const readers = [...anyOf("templates"), "candidate:u"] as const;

/** The most reasons of an institution. why: all of them are offered at once. */
export const maxReasons = 200;

const ReasonText = described(
	requiredLine("Enter the reason", 500, "The reason can have at most 500 characters."),
	"The text of the reason.",
);
export const ReasonFields = {
	text: described(ReasonText, "The text of the reason."),
	isPrivate: flag("Whether the reason is for staff alone, and stays out of emails and letters."),
};

/** A comment that is used again and again. */
export const Reason = v.object({
	id: text("The id of the reason."),
	text: text("The text of the reason."),
	isPrivate: flag("Whether the reason is for staff alone, and stays out of emails and letters."),
	active: flag("Whether the reason is offered."),
	applicants: whole("How many applicants it was given for."),
	version: RecordVersion,
});
export type Reason = v.InferOutput<typeof Reason>;

export const listReasons = defineEndpoint({
	method: "GET",
	path: "/reasons",
	summary: "The institution's reusable reasons by their text, each with how many applicants it was given for.",
	section,
	access: readers,
	query: ShortListQuery,
	response: PageOf(Reason),
});

export const getReason = defineEndpoint({
	method: "GET",
	path: "/reasons/:id",
	summary: "One reason.",
	section,
	access: readers,
	params: IdParams,
	response: Reason,
});

export const createReason = defineEndpoint({
	method: "POST",
	path: "/reasons",
	summary: "Add a reason that comments may start from.",
	section,
	access: ["templates:c"],
	body: v.strictObject(ReasonFields),
	response: Reason,
	created: "/reasons/{id}",
	problems: ["reason_exists", "reasons_full"],
	idempotent: true,
});

export const updateReason = defineEndpoint({
	method: "PUT",
	path: "/reasons/:id",
	summary: "Change a reason, or stop offering it. Comments already made keep their text.",
	section,
	access: ["templates:u"],
	params: IdParams,
	body: v.strictObject({ ...ReasonFields, active: flag("Whether the reason is offered."), version: SeenVersion }),
	response: Reason,
	problems: ["not_found", "reason_exists", "changed_meanwhile"],
});

export const listReasonChanges = defineEndpoint({
	method: "GET",
	path: "/reasons/:id/history",
	summary: "Who changed a reason, when, and what it was before and afterwards; the newest change first.",
	section,
	access: readers,
	params: IdParams,
	query: v.strictObject({ page: PageIndex, size: PageSize() }),
	response: PageOf(RecordChange),
});

export const deleteReason = defineEndpoint({
	method: "DELETE",
	path: "/reasons/:id",
	summary: "Delete a reason that was never given.",
	section,
	access: ["templates:d"],
	params: IdParams,
	response: v.object({ id: text("The id of the deleted reason.") }),
	problems: ["not_found", "reason_in_use"],
});

export const ReasonCount = v.object({
	reasonId: text("The id of the reason."),
	text: text("The text of the reason."),
	isPrivate: flag("Whether the reason is for staff alone."),
	applicationId: text("The id of the application."),
	applicationTitle: text("The title of the application."),
	stageName: text("The name of the stage."),
	applicants: whole("How many applicants came to the stage for this reason."),
});
export type ReasonCount = v.InferOutput<typeof ReasonCount>;

export const countReasons = defineEndpoint({
	method: "GET",
	path: "/statistics/reasons",
	summary: "How many applicants each reason was given for, by application and stage; the most first.",
	section,
	access: [...readers, ...anyOf("appreport")],
	query: v.strictObject({
		...ShortListQuery.entries,
		applicationId: described(v.optional(Id), "Only reasons that were given in this application."),
	}),
	response: PageOf(ReasonCount),
});
