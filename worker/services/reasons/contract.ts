import * as v from "valibot";
import { defineEndpoint } from "#worker/contract/endpoint";
import { Id, IdParams } from "#worker/contract/ids";
import { PageOf, ShortListQuery } from "#worker/contract/page";
import { anyOf } from "#worker/contract/permissions";
import { visibleLine } from "#worker/contract/text/visible-text";

const section = "§5 Status change";
/**
 * Staff who keep templates keep reasons; staff who change applicants give them (§6 names no resource of their own).
 */
const readers = [...anyOf("templates"), "candidate:u"] as const;

/** The most reasons of an institution. why: all of them are offered at once. */
export const maxReasons = 200;

const ReasonText = v.pipe(
	v.string("Enter the reason"),
	v.transform(visibleLine),
	v.minLength(1, "Enter the reason"),
	v.maxLength(500, "The reason can have at most 500 characters."),
);
export const ReasonFields = { text: ReasonText, isPrivate: v.boolean() };

/** A comment that is used again and again. */
export const Reason = v.object({
	id: v.string(),
	text: v.string(),
	/** For staff alone: no email and no letter contains it. */
	isPrivate: v.boolean(),
	/** Whether it is offered. */
	active: v.boolean(),
	/** How many applicants it was given for. */
	applicants: v.number(),
});
export type Reason = v.InferOutput<typeof Reason>;

export const listReasons = defineEndpoint({
	method: "GET",
	path: "/reasons",
	summary: "The institution's reusable reasons by their text, with how many applicants each was given for.",
	section,
	access: readers,
	query: ShortListQuery,
	response: PageOf(Reason),
	problems: [],
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
	summary: "Change a reason, or offer it no longer. Comments that were given keep their text.",
	section,
	access: ["templates:u"],
	params: IdParams,
	body: v.strictObject({ ...ReasonFields, active: v.boolean() }),
	response: Reason,
	problems: ["not_found", "reason_exists"],
});

export const deleteReason = defineEndpoint({
	method: "DELETE",
	path: "/reasons/:id",
	summary: "Delete a reason that was never given.",
	section,
	access: ["templates:d"],
	params: IdParams,
	response: v.object({ id: v.string() }),
	problems: ["not_found", "reason_in_use"],
});

/** How many applicants came to a stage of an application for a reason. */
export const ReasonCount = v.object({
	reasonId: v.string(),
	text: v.string(),
	isPrivate: v.boolean(),
	applicationId: v.string(),
	applicationTitle: v.string(),
	stageName: v.string(),
	applicants: v.number(),
});
export type ReasonCount = v.InferOutput<typeof ReasonCount>;

export const countReasons = defineEndpoint({
	method: "GET",
	path: "/statistics/reasons",
	summary: "For how many applicants each reason was given, by application and stage; the most first.",
	section,
	access: [...readers, ...anyOf("appreport")],
	query: v.strictObject({ ...ShortListQuery.entries, applicationId: v.optional(Id) }),
	response: PageOf(ReasonCount),
	problems: [],
});
