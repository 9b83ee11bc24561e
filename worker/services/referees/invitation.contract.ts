import * as v from "valibot";
import { defineEndpoint } from "#worker/contract/endpoint";
import { FormData, FormSection } from "#worker/contract/forms/form-schema";
import { OrganisationId } from "#worker/contract/ids";

const section = "§3 Referee";
const params = v.strictObject({ token: v.pipe(v.string(), v.regex(/^[\w-]{16,64}$/)) });
const refusals = ["reference_link_unknown", "reference_link_expired", "reference_given", "too_many_requests"] as const;

/** What a referee sees: the institution, the applicant, and the questions. */
export const Invitation = v.object({
	organisation: v.object({ id: v.string(), name: v.string(), logoUrl: v.nullable(v.string()) }),
	referee: v.object({ name: v.string() }),
	candidate: v.object({ firstName: v.string(), middleName: v.nullable(v.string()), lastName: v.string() }),
	applicationTitle: v.string(),
	/** The sections of the form that they answer. */
	inputs: v.array(FormSection),
	expiresAt: v.number(),
});
export type Invitation = v.InferOutput<typeof Invitation>;

export const getInvitation = defineEndpoint({
	method: "GET",
	path: "/referee-invitations/:token",
	summary: "What a mailed link asks of a referee. Looking at it uses nothing up.",
	section,
	access: "public",
	params,
	query: v.strictObject({ organisation: OrganisationId }),
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
	summary: "Give the reference that a mailed link asks for: once, for good.",
	section,
	access: "public",
	params,
	body: v.strictObject({ organisation: OrganisationId, data: Answers }),
	response: v.object({ message: v.string() }),
	problems: refusals,
});
