import * as v from "valibot";
import { described, moment, text } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";
import { FormData, FormSection } from "#worker/contract/forms/form-schema";
import { OrganisationId } from "#worker/contract/ids";

const section = "§3 Referee";
const params = v.strictObject({
	token: described(v.pipe(v.string(), v.regex(/^[\w-]{16,64}$/)), "The token, from the link."),
});
const refusals = ["reference_link_unknown", "reference_link_expired", "reference_given", "too_many_requests"] as const;

/** What a referee sees: the institution, the applicant, and the questions. */
export const Invitation = v.object({
	organisation: described(
		v.object({
			id: text("The id of the institution."),
			name: text("The name of the institution."),
			logoUrl: v.nullable(text("The address of the logo; null without one.")),
		}),
		"The institution that asks.",
	),
	referee: described(v.object({ name: text("The name of the referee.") }), "The referee."),
	candidate: described(
		v.object({
			firstName: text("The first name."),
			middleName: v.nullable(text("The middle name; null without one.")),
			lastName: text("The last name."),
		}),
		"The applicant.",
	),
	applicationTitle: text("The title of the application."),
	inputs: described(v.array(FormSection), "The sections of the form to answer."),
	expiresAt: moment("When the link expires."),
});
export type Invitation = v.InferOutput<typeof Invitation>;

export const getInvitation = defineEndpoint({
	method: "GET",
	path: "/referee-invitations/:token",
	summary: "What a mailed link asks of a referee. Reading it does not use the link up.",
	section,
	access: "public",
	params,
	query: v.strictObject({ organisation: described(OrganisationId, "The id of the institution, from the link.") }),
	response: Invitation,
	problems: refusals,
});

/** The most answers of one referee; more than any form asks for is refused before it is read. */
const Answers = v.pipe(
	FormData,
	v.check((data) => Object.keys(data).length <= 1_000, "These are more answers than the form has questions."),
);

export const answerInvitation = defineEndpoint({
	method: "POST",
	path: "/referee-invitations/:token",
	summary: "Give the reference that a mailed link asks for. It can be given once, and not changed.",
	section,
	access: "public",
	params,
	body: v.strictObject({
		organisation: described(OrganisationId, "The id of the institution, from the link."),
		data: described(Answers, "The reference by field id."),
	}),
	response: v.object({ message: text("What was done, in plain words.") }),
	problems: refusals,
});
