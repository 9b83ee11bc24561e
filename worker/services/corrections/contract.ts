import * as v from "valibot";
import { described } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";
import { IdParams } from "#worker/contract/ids";
import { requiredLine } from "#worker/contract/text/required-line";
import { visibleLine } from "#worker/contract/text/visible-text";
import { Applicant } from "#worker/services/applicants/contract";

const maxNameLength = 100;
const maxReasonLength = 500;

const line = (missing: string, maxLength: number) =>
	requiredLine(missing, maxLength, `This can have at most ${maxLength} characters.`);

/** Who an applicant is, and where mail to them goes. */
export const identityEntries = {
	firstName: described(line("Enter the first name", maxNameLength), "The first name."),
	middleName: described(
		v.optional(v.pipe(v.string(), v.transform(visibleLine), v.maxLength(maxNameLength))),
		"The middle name; without it, or empty, the applicant has none.",
	),
	lastName: described(line("Enter the last name", maxNameLength), "The last name."),
	accountEmail: described(
		v.pipe(
			v.string("Enter Email Address"),
			v.trim(),
			v.minLength(1, "Enter Email Address"),
			v.maxLength(254, "Invalid Email Address"),
			v.email("Invalid Email Address"),
		),
		"The email address that mail about the application goes to.",
	),
	reason: described(
		line("Enter the reason for the correction", maxReasonLength),
		"Why it is corrected, for the activity log.",
	),
};

export const IdentityCorrection = v.strictObject({
	...identityEntries,
	version: described(
		v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1))),
		"The version that was seen: if it has changed since, the correction is refused with 409.",
	),
});
export type IdentityCorrection = v.InferOutput<typeof IdentityCorrection>;

export const correctIdentity = defineEndpoint({
	method: "PUT",
	path: "/candidates/:id/identity",
	summary: "Correct an applicant's name and email address. The former address is notified of the change.",
	section: "§2 Applicant modals",
	access: ["candidate:u"],
	params: IdParams,
	body: IdentityCorrection,
	example: {
		firstName: "Adaeze",
		middleName: "",
		lastName: "Okafor",
		accountEmail: "adaeze.okafor@mailbox.example",
		reason: "The address was mistyped at registration.",
	},
	response: Applicant,
	problems: ["not_found", "stale_applicant", "identity_unchanged", "email_taken"],
	idempotent: true,
});
