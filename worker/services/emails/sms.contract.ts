import * as v from "valibot";
import { described, text, whole } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";
import { Id } from "#worker/contract/ids";
import { Named } from "#worker/contract/named";
import { EmptyFields, UnreachablePeople } from "#worker/contract/shown-email";
import { visibleText } from "#worker/contract/text/visible-text";
import { recipients, sendEmail } from "#worker/services/emails/sending.contract";
import { maxSmsLength } from "#worker/services/templates/contract";

const writers = ["candiemail:c"] as const;

const smsMissing = "Kindly enter the text of your SMS";
const smsTooLong = `An SMS can have at most ${maxSmsLength} characters.`;

/** Plain text so far, whose lines stay as they are. */
const SmsText = v.pipe(v.string(), v.transform(visibleText), v.maxLength(maxSmsLength, smsTooLong));

export const NewSms = v.strictObject({
	...recipients,
	message: described(
		v.pipe(
			v.string(smsMissing),
			v.transform(visibleText),
			v.check((message) => message !== "", smsMissing),
			v.maxLength(maxSmsLength, smsTooLong),
		),
		"The text, in which merge fields such as `{{firstName}}` are filled in.",
	),
	templateId: described(v.optional(v.nullable(Id)), "The template that the text began with."),
	expectedRecipients: described(
		v.optional(v.pipe(v.number(), v.safeInteger())),
		"How many recipients were shown: with another number nothing is sent.",
	),
});

export const sendSms = defineEndpoint({
	method: "POST",
	path: "/sms/candidates",
	summary: "Send an SMS to applicants, one to each, in the background. Those without a usable number get none.",
	section: "§7 Candidates",
	access: writers,
	body: NewSms,
	response: sendEmail.response,
	accepted: "/tasks/{taskId}",
	problems: [
		"sms_off",
		"application_unavailable",
		"step_not_in_workflow",
		"merge_field_unknown",
		"merge_field_empty",
		"recipients_changed",
		"too_many_tasks",
		"no_recipients",
		"template_unknown",
		"stage_unknown",
	],
	idempotent: true,
	ownsIdempotency: true,
});

export const previewSms = defineEndpoint({
	method: "POST",
	path: "/sms/candidates/preview",
	summary:
		"How many applicants an SMS would go to, how many have no usable number, and how it reads for one. Nothing is sent.",
	section: "§7 Candidates",
	access: writers,
	body: v.strictObject({ ...recipients, message: described(v.optional(SmsText, ""), "The text so far.") }),
	response: v.object({
		recipients: whole("How many applicants are written to, those without a usable number included."),
		unreachable: UnreachablePeople,
		shown: described(
			v.nullable(
				v.object({
					candidate: described(Named, "The applicant that it is shown for."),
					to: v.nullable(text("The number that it goes to, masked where its field is sensitive; null for none.")),
					message: text("The text, its merge fields filled in."),
					segments: whole("How many messages it takes."),
					encoding: text("`GSM-7`, or `UCS-2`, which holds less, when a character is not of that alphabet."),
				}),
			),
			"The SMS as the first recipient gets it; null when there is nobody.",
		),
		emptyFields: EmptyFields,
	}),
	problems: [
		"sms_off",
		"application_unavailable",
		"step_not_in_workflow",
		"merge_field_unknown",
		"merge_field_empty",
		"stage_unknown",
	],
});
