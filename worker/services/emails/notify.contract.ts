import * as v from "valibot";
import { previewed, rowsPage } from "#worker/contract/bulk";
import { described, text } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";
import { Id } from "#worker/contract/ids";
import { Named } from "#worker/contract/named";
import { EmptyFields, SentLetters, ShownEmail } from "#worker/contract/shown-email";
import { recipients, sendEmail } from "#worker/services/emails/sending.contract";

const section = "§7 Candidates";
const writers = ["candiemail:c"] as const;

const ofStage = {
	applicationId: described(Id, "The application."),
	stepId: described(Id, "The id of the step whose email is sent."),
	ids: described(recipients.candidateIds, "The ids of applicants; those who are at the step are written to."),
	matching: described(
		recipients.matching,
		"Instead of ids: the applicants at the step who match a filter; `stage` alone means all at it.",
	),
};

/** why: a list of ids that was lost on the way must not write to everybody at the stage. */
const namesSomebody = ({ ids, matching }: { ids: readonly string[]; matching?: unknown }): boolean =>
	ids.length > 0 || matching !== undefined;
const nobodyNamed = "Choose at least one applicant, or send 'matching' for all who match a filter.";

export const previewNotify = defineEndpoint({
	method: "POST",
	path: "/candidates/notify-preview",
	summary: "Count who the email of a stage would be sent to again, and show how it reads. Nothing is sent.",
	section,
	access: writers,
	body: v.pipe(
		v.strictObject({ ...ofStage, ...rowsPage }),
		v.forward(
			v.check((body) => namesSomebody(body), nobodyNamed),
			["ids"],
		),
	),
	response: v.object({
		...previewed,
		template: described(Named, "The template of the email."),
		shown: described(
			v.nullable(
				v.object({
					name: text("The name of the recipient."),
					...v.omit(ShownEmail, ["candidate"]).entries,
				}),
			),
			"The email as the first recipient gets it; null when there is nobody.",
		),
		emptyFields: EmptyFields,
		letters: SentLetters,
	}),
	problems: [
		"application_unavailable",
		"step_not_in_workflow",
		"stage_writes_nothing",
		"merge_field_unclosed",
		"merge_field_unknown",
		"merge_field_empty",
		"stage_unknown",
	],
});

export const notifyStage = defineEndpoint({
	method: "POST",
	path: "/candidates/notify",
	summary: "Send the email of a stage again to those who are at it, one mail to each, in the background.",
	section,
	access: writers,
	body: v.pipe(
		v.strictObject({
			...ofStage,
			expectedRecipients: described(
				v.optional(v.pipe(v.number(), v.safeInteger())),
				"How many recipients were shown: with another number nothing is sent.",
			),
		}),
		v.forward(
			v.check((body) => namesSomebody(body), nobodyNamed),
			["ids"],
		),
	),
	response: sendEmail.response,
	accepted: "/tasks/{taskId}",
	problems: [
		"application_unavailable",
		"step_not_in_workflow",
		"stage_writes_nothing",
		"merge_field_unclosed",
		"merge_field_unknown",
		"merge_field_empty",
		"recipients_changed",
		"too_many_tasks",
		"no_recipients",
		"stage_unknown",
	],
	idempotent: true,
	ownsIdempotency: true,
});
