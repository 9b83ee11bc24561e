import * as v from "valibot";
import { defineEndpoint } from "#worker/contract/endpoint";
import { FormData, FormLayout } from "#worker/contract/forms/form-schema";
import { OrganisationId } from "#worker/contract/ids";
import { anyOf } from "#worker/contract/permissions";

/** At least 128 random bits. */
const PublicIdParams = v.strictObject({ id: v.pipe(v.string(), v.regex(/^[\w-]{16,64}$/)) });
/** An id that is another institution's is not found. */
const OfOrganisation = v.strictObject({ organisation: v.optional(OrganisationId) });

/** §3 Candidate info (public): nothing beyond what it names. */
export const CandidateInfo = v.object({
	candidate: v.object({
		firstName: v.string(),
		middleName: v.nullable(v.string()),
		lastName: v.string(),
		applicationNumber: v.string(),
		status: v.string(),
		applicationId: v.string(),
		applicationTitle: v.string(),
		course: v.object({ code: v.string(), title: v.string() }),
	}),
	formData: v.object({ data: FormData, attachments: v.array(v.object({ name: v.string(), mimetype: v.string() })) }),
	formSchema: FormLayout,
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
	response: v.instance(Response),
	problems: ["not_found", "too_many_requests"],
});

export const findCandidateRecord = defineEndpoint({
	method: "GET",
	path: "/candidate-info/:id/record",
	summary: "Whose summary it is, for whoever may see the record itself.",
	section: "§2 Public routes",
	access: anyOf("candidate"),
	params: PublicIdParams,
	response: v.object({ id: v.string(), applicationId: v.string() }),
	problems: ["not_found"],
});
