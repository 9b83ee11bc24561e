import * as v from "valibot";
import { described, file, pictures, text } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";
import { FormData, FormLayout } from "#worker/contract/forms/form-schema";
import { OrganisationId } from "#worker/contract/ids";
import { anyOf } from "#worker/contract/permissions";

/** At least 128 random bits. */
const PublicIdParams = v.strictObject({
	id: described(
		v.pipe(v.string(), v.regex(/^[\w-]{16,64}$/)),
		"The id of the public summary, which cannot be guessed.",
	),
});
const OfOrganisation = v.strictObject({
	organisation: described(
		v.optional(OrganisationId),
		"The institution that the summary belongs to; a summary of another institution is not found.",
	),
});

/** §3 Candidate info (public): nothing beyond what it names. */
export const CandidateInfo = v.object({
	candidate: described(
		v.object({
			firstName: text("The first name."),
			middleName: v.nullable(text("The middle name; null without one.")),
			lastName: text("The last name."),
			applicationNumber: text("The number of the application."),
			status: text("The type of the stage that the applicant is at."),
			applicationId: text("The id of the application."),
			applicationTitle: text("The title of the application."),
			course: described(
				v.object({ code: text("The code of the course."), title: text("The title of the course.") }),
				"The course that was applied for.",
			),
		}),
		"The applicant.",
	),
	formData: described(
		v.object({
			data: described(FormData, "The answers to public fields, by field id."),
			attachments: described(
				v.array(v.object({ name: text("The name of the file."), mimetype: text("The media type of the file.") })),
				"The files in public fields.",
			),
		}),
		"What the applicant answered, as far as the design of the form calls it public.",
	),
	formSchema: described(FormLayout, "The public part of the form that the answers belong to."),
});

export type PublicCandidate = v.InferOutput<typeof CandidateInfo>["candidate"];

export const getCandidateInfo = defineEndpoint({
	method: "GET",
	path: "/candidate-info/:id",
	summary: "The public summary of one applicant, by an id that cannot be guessed.",
	section: "§7 Authentication and users",
	access: "public",
	query: OfOrganisation,
	params: PublicIdParams,
	response: CandidateInfo,
	problems: ["not_found", "too_many_requests"],
});

export const getCandidateInfoPhoto = defineEndpoint({
	method: "GET",
	path: "/candidate-info/:id/photo",
	summary: "The passport picture of the public summary.",
	section: "§2 Public routes",
	access: "public",
	query: OfOrganisation,
	params: PublicIdParams,
	response: file("The picture.", ...pictures),
	problems: ["not_found", "too_many_requests"],
});

export const findCandidateRecord = defineEndpoint({
	method: "GET",
	path: "/candidate-info/:id/record",
	summary: "The applicant of a summary, for users who may see the record itself.",
	section: "§2 Public routes",
	access: anyOf("candidate"),
	params: PublicIdParams,
	response: v.object({ id: text("The id of the applicant."), applicationId: text("The id of the application.") }),
});
