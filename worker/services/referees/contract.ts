import * as v from "valibot";
import { described, moment, text } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";
import { FormData, FormSection } from "#worker/contract/forms/form-schema";
import { Id, IdParams } from "#worker/contract/ids";
import { PageOf, ShortListQuery } from "#worker/contract/page";
import { anyOf } from "#worker/contract/permissions";
import { requiredLine } from "#worker/contract/text/required-line";
import { visibleLine } from "#worker/contract/text/visible-text";

/** Referees that one request asks again. */
export const maxNotified = 100;

export const Referee = v.object({
	id: text("The id of the referee."),
	name: text("The name of the referee."),
	email: text("The email address of the referee."),
	phone: v.nullable(text("The phone number of the referee; null without one.")),
	status: text("`submitted`, or another word while there is no reference."),
	kind: v.nullable(text("The `refereeSectionType` that the referee answers; null for every one.")),
	data: described(v.nullable(FormData), "The reference by field id; null while there is none."),
	inputs: described(v.array(FormSection), "The sections of the form that the referee answers."),
	invitedAt: v.nullable(moment("When the referee was asked last; null for never.")),
	answeredAt: v.nullable(moment("When the referee gave the reference; null while there is none.")),
});
export type Referee = v.InferOutput<typeof Referee>;

/** A referee that the form asks for and who is not named yet. */
export const OpenPlace = v.object({
	kind: text("The `refereeSectionType` of the section."),
	title: text("The title of the section."),
});
export type OpenPlace = v.InferOutput<typeof OpenPlace>;

export const listReferees = defineEndpoint({
	method: "GET",
	path: "/candidates/:id/referees",
	summary: "The applicant's referees, with the questions they were asked and their answers.",
	section: "§2 Applicant side sheet",
	access: anyOf("candidate"),
	params: IdParams,
	query: ShortListQuery,
	response: v.object({
		...PageOf(Referee).entries,
		openPlaces: described(v.array(OpenPlace), "The referees that the form asks for and who are not named yet."),
	}),
});

const section = "§2 Applicant side sheet, Referee";
const access = ["candidate:u"] as const;
const refereeParams = v.strictObject({
	...IdParams.entries,
	refereeId: described(Id, "The id of the referee."),
});
const maxNameLength = 200;
const maxPhoneLength = 40;
const maxReasonLength = 500;

const Reason = described(
	requiredLine("Enter the reason", maxReasonLength, `A reason can have at most ${maxReasonLength} characters.`),
	"Why it is changed, for the activity log.",
);

/** A referee as staff enter one: §4's fields, with the reason. */
export const refereeEntries = {
	name: described(
		requiredLine("Enter the name", maxNameLength, `A name can have at most ${maxNameLength} characters.`),
		"The name of the referee.",
	),
	email: described(
		v.pipe(
			v.string("Enter Email Address"),
			v.trim(),
			v.minLength(1, "Enter Email Address"),
			v.maxLength(254, "Invalid Email Address"),
			v.email("Invalid Email Address"),
		),
		"The email address of the referee.",
	),
	phone: described(
		v.optional(
			v.pipe(
				v.string(),
				v.transform(visibleLine),
				v.maxLength(maxPhoneLength, `A phone number can have at most ${maxPhoneLength} characters.`),
			),
		),
		"The phone number of the referee; without it, or empty, there is none.",
	),
	reason: Reason,
};

const seenText = v.optional(v.pipe(v.string(), v.maxLength(500)));

/** What the user saw of the referee. */
const seenEntries = {
	seenName: described(seenText, "The name that was seen: if it has changed since, the change is refused with 409."),
	seenEmail: described(seenText, "The address that was seen: if it has changed since, the change is refused with 409."),
	seenPhone: described(
		seenText,
		"The phone number that was seen, or an empty text: if it has changed since, the change is refused with 409.",
	),
};

const exampleReferee = { name: "Dr Tunde Bakare", email: "tunde.bakare@school.example", phone: "0800 123 4567" };

export const addReferee = defineEndpoint({
	method: "POST",
	path: "/candidates/:id/referees",
	summary: "Add a referee that the form asks for. They are written to when the change can no longer be undone.",
	section,
	access,
	params: IdParams,
	body: v.strictObject({
		...refereeEntries,
		kind: described(
			v.pipe(v.string("Choose what they answer"), v.minLength(1, "Choose what they answer"), v.maxLength(200)),
			"The `refereeSectionType` that the referee answers: one of `openPlaces`.",
		),
	}),
	example: { ...exampleReferee, kind: "academic", reason: "The applicant named a second referee by phone." },
	response: Referee,
	created: "/candidates/{params.id}/referees",
	problems: ["not_found", "referee_not_wanted", "referee_named"],
	idempotent: true,
});

export const correctReferee = defineEndpoint({
	method: "PUT",
	path: "/candidates/:id/referees/:refereeId",
	summary:
		"Correct a referee who has not answered. If the address changes, the old links stop working, and the new address is written to when the change can no longer be undone.",
	section,
	access,
	params: refereeParams,
	body: v.strictObject({
		...refereeEntries,
		...seenEntries,
	}),
	example: { ...exampleReferee, reason: "The address was mistyped." },
	response: Referee,
	problems: ["not_found", "reference_received", "referee_changed", "referee_named", "identity_unchanged"],
	idempotent: true,
});

export const removeReferee = defineEndpoint({
	method: "POST",
	path: "/candidates/:id/referees/:refereeId/remove",
	summary: "Remove a referee who has not answered. Their links stop working.",
	section,
	access,
	params: refereeParams,
	body: v.strictObject({ reason: Reason, ...seenEntries }),
	response: v.object({ id: text("The id of the removed referee.") }),
	problems: ["not_found", "reference_received", "referee_changed"],
	idempotent: true,
});

/** The result of asking one referee again. */
export const NotifyOutcome = v.object({
	id: text("The id of the referee."),
	name: v.nullable(text("The name of the referee; null when there is no such referee.")),
	outcome: described(v.picklist(["sent", "already_submitted", "not_found", "failed"]), "The result."),
	reason: v.optional(text("Why it failed.")),
});
export type NotifyOutcome = v.InferOutput<typeof NotifyOutcome>;

export const notifyReferees = defineEndpoint({
	method: "POST",
	path: "/candidates/referees/notify",
	summary: "Mail these referees a new link to their questions. Their earlier links stop working.",
	section: "§7 Candidates",
	access: ["candidate:u"],
	body: v.strictObject({
		ids: described(
			v.pipe(
				v.array(Id, "Choose a referee"),
				v.minLength(1, "Choose a referee"),
				v.maxLength(maxNotified, `At most ${maxNotified} referees can be asked at a time.`),
			),
			"The ids of the referees to ask.",
		),
	}),
	response: v.object({ outcomes: described(v.array(NotifyOutcome), "The result for each referee.") }),
	idempotent: true,
});
