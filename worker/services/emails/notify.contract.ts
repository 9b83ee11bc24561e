import * as v from "valibot";
import { previewed, rowsPage } from "#worker/contract/bulk";
import { defineEndpoint } from "#worker/contract/endpoint";
import { Id } from "#worker/contract/ids";
import { RichText } from "#worker/contract/text/rich-text";
import { recipients, sendEmail } from "#worker/services/emails/sending.contract";

const section = "§7 Candidates";
const writers = ["candiemail:c"] as const;

const ofStage = {
	applicationId: Id,
	stepId: Id,
	/** Of those at the step; empty for all of them. */
	ids: recipients.candidateIds,
	/** Instead of names: of those whom the filters of a list let through. */
	matching: recipients.matching,
};

export const previewNotify = defineEndpoint({
	method: "POST",
	path: "/candidates/notify-preview",
	summary: "Count who the email of a stage would be sent to again, and show how it reads. Sends nothing.",
	section,
	access: writers,
	body: v.strictObject({ ...ofStage, ...rowsPage }),
	response: v.object({
		...previewed,
		template: v.object({ id: v.string(), name: v.string() }),
		/** Null when there is nobody to show it for. */
		shown: v.nullable(v.object({ name: v.string(), to: v.string(), subject: v.string(), message: RichText })),
	}),
	problems: [
		"application_unavailable",
		"step_not_in_workflow",
		"stage_writes_nothing",
		"merge_field_unknown",
		"stage_unknown",
	],
});

export const notifyStage = defineEndpoint({
	method: "POST",
	path: "/candidates/notify",
	summary: "Send the email of a stage again to those who are at it, one mail to each, in the background.",
	section,
	access: writers,
	body: v.strictObject({ ...ofStage, expectedRecipients: v.optional(v.pipe(v.number(), v.safeInteger())) }),
	response: sendEmail.response,
	accepted: "/tasks/{taskId}",
	problems: [
		"application_unavailable",
		"step_not_in_workflow",
		"stage_writes_nothing",
		"merge_field_unknown",
		"recipients_changed",
		"no_recipients",
		"stage_unknown",
	],
	idempotent: true,
	knowsRepeats: true,
});
