import * as v from "valibot";
import { described, moment, text } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";
import { FormData, FormSection } from "#worker/contract/forms/form-schema";
import { Id, IdParams } from "#worker/contract/ids";
import { PageOf, ShortListQuery } from "#worker/contract/page";
import { anyOf } from "#worker/contract/permissions";

/** Referees that one request asks again. */
export const maxNotified = 100;

export const Referee = v.object({
	id: text("The id of the referee."),
	name: text("The name of the referee."),
	email: text("The email address of the referee."),
	phone: v.nullable(text("The phone number of the referee; null without one.")),
	status: text("`submitted`, or another word while there is no reference."),
	data: described(v.nullable(FormData), "The reference by field id; null while there is none."),
	inputs: described(v.array(FormSection), "The sections of the form that the referee answers."),
	invitedAt: v.nullable(moment("When the referee was asked last; null for never.")),
	answeredAt: v.nullable(moment("When the referee gave the reference; null while there is none.")),
});
export type Referee = v.InferOutput<typeof Referee>;

export const listReferees = defineEndpoint({
	method: "GET",
	path: "/candidates/:id/referees",
	summary: "The applicant's referees, with what they were asked and what they answered.",
	section: "§2 Applicant side sheet",
	access: anyOf("candidate"),
	params: IdParams,
	query: ShortListQuery,
	response: PageOf(Referee),
});

/** The result of asking one referee again. */
export const NotifyOutcome = v.object({
	id: text("The id of the referee."),
	name: v.nullable(text("The name of the referee; null when there is no such referee.")),
	outcome: described(v.picklist(["sent", "already_submitted", "not_found", "failed"]), "What became of it."),
	reason: v.optional(text("Why it failed.")),
});
export type NotifyOutcome = v.InferOutput<typeof NotifyOutcome>;

export const notifyReferees = defineEndpoint({
	method: "POST",
	path: "/candidates/referees/notify",
	summary: "Mail these referees a new link to answer by; the links they had before are good no more.",
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
	response: v.object({ outcomes: described(v.array(NotifyOutcome), "What became of each.") }),
	idempotent: true,
});
