import * as v from "valibot";
import { described, flag, moment, text } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";
import { Id, IdParams } from "#worker/contract/ids";
import { PageIndex, PageOf, PageSize, QueryInteger } from "#worker/contract/page";
import { anyOf } from "#worker/contract/permissions";

const maxChanges = 500;

const Moment = QueryInteger({ min: 0, max: Number.MAX_SAFE_INTEGER }, "Unknown moment");

export const Modification = v.object({
	id: text("The id of the entry."),
	field: text("The id of the form field, or `course` or `location`."),
	old: described(v.unknown(), "The value before; null for none."),
	new: described(v.unknown(), "The value after; null for none."),
	isMasked: flag("Whether the values are masked, because the field is sensitive."),
	by: described(
		v.object({
			id: v.nullable(text("The id of the user; null for nobody of the staff.")),
			name: v.nullable(text("The name of the user; null for nobody of the staff.")),
		}),
		"Who changed it.",
	),
	at: moment("When it was changed."),
	eventId: v.nullable(text("The event that it belongs to; null for none.")),
});
export type Modification = v.InferOutput<typeof Modification>;

export const listChanges = defineEndpoint({
	method: "GET",
	path: "/candidates/:id/changes",
	summary: "Changed answers with their old and new values, newest first: those of one event, or since a moment.",
	section: "§2 Applicant side sheet",
	access: anyOf("candidate"),
	params: IdParams,
	query: v.strictObject({
		eventId: described(v.optional(Id), "Only changes of this event, which the activity log names."),
		since: described(v.optional(Moment), "Only changes after this moment, in UTC milliseconds."),
		page: PageIndex,
		size: PageSize(maxChanges, maxChanges),
	}),
	response: PageOf(Modification),
});

export const markChangesRead = defineEndpoint({
	method: "POST",
	path: "/candidates/:id/changes/read",
	summary: "Mark an applicant's changes up to a moment as read, once the user has opened the applicant.",
	section: "§2 Applicant side sheet",
	access: anyOf("candidate"),
	params: IdParams,
	body: v.strictObject({
		until: described(
			v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
			"When the changes were shown, in UTC milliseconds: later ones stay unread.",
		),
	}),
	response: v.object({ read: flag("Always true.") }),
});
