import * as v from "valibot";
import { described, flag, text } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";
import { Keyword } from "#worker/contract/page";
import { anyOf } from "#worker/contract/permissions";
import { Stage } from "#worker/services/applicants/contract";

export const FoundApplicant = v.object({
	id: text("The id of the applicant."),
	name: text("The full name of the applicant."),
	applicationNumber: text("The number of the application."),
	accountEmail: text("The email address of the account that applied."),
	courseCode: text("The code of the course."),
	applicationId: text("The id of the application."),
	applicationTitle: text("The title of the application."),
	stage: Stage,
	hasForm: flag("Whether the applicant has begun a form."),
	isPosted: flag("Whether the applicant is posted to a location."),
	hasLetter: flag("Whether the applicant has an offer letter in force."),
});
export type FoundApplicant = v.InferOutput<typeof FoundApplicant>;

export const searchEverything = defineEndpoint({
	method: "GET",
	path: "/search",
	summary:
		"Applicants by name, application number, email or reference; without a text, those that the user opened last.",
	section: "§7 Candidates",
	access: anyOf("candidate"),
	query: v.strictObject({
		q: described(
			v.optional(Keyword, ""),
			"A name, application number, email address or reference, or the beginning of one.",
		),
	}),
	response: v.object({
		applicants: described(v.array(FoundApplicant), "The applicants that were found, the best match first."),
		recent: flag(
			"Whether these are the applicants that the user opened last, because there was nothing to search for.",
		),
	}),
});
