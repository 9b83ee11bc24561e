import * as v from "valibot";
import { described, moment, text } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";
import { OrganisationId } from "#worker/contract/ids";
import { LetterState } from "#worker/services/letters/contract";

/** What anybody who holds a letter may learn of it, and no more. */
export const VerifiedLetter = v.object({
	state: described(LetterState, "Whether it is in force, or was withdrawn or replaced."),
	name: text("The name of the applicant, as the letter has it."),
	course: text("The course, as the letter has it."),
	createdAt: moment("When the letter was made."),
});
export type VerifiedLetter = v.InferOutput<typeof VerifiedLetter>;

export const verifyLetter = defineEndpoint({
	method: "GET",
	path: "/public-letters/:organisationId/:code",
	summary: "Verify a letter by its code. Verifications are counted; who asked is not recorded.",
	section: "§2 Applicant side sheet, Offer Letter",
	access: "public",
	params: v.strictObject({
		organisationId: described(OrganisationId, "The id of the institution."),
		code: described(
			v.pipe(v.string(), v.maxLength(64, "Unknown code")),
			"The code on the letter; hyphens, spaces and small letters are accepted.",
		),
	}),
	response: VerifiedLetter,
	problems: ["not_found", "too_many_requests"],
});
