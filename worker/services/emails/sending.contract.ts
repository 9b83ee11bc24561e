import * as v from "valibot";
import { Matching } from "#worker/contract/applicant-filter";
import { rowsPage } from "#worker/contract/bulk";
import { described, text, whole } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";
import { megabytes, tooManyFiles } from "#worker/contract/forms/accepted-files";
import { multipartBody } from "#worker/contract/forms/file-part";
import { Id } from "#worker/contract/ids";
import { EmptyFields, SentLetters, ShownEmail } from "#worker/contract/shown-email";
import { requiredLine } from "#worker/contract/text/required-line";
import { visibleLine } from "#worker/contract/text/visible-text";
import { maxSelection } from "#worker/services/applicants/selection.contract";

const writers = ["candiemail:c"] as const;

/** Bytes of a text as typed; the editor's markup adds little. */
export const maxMessageLength = 200_000;

/** §5: a subject is required. A line break in it would start another header. */
const Subject = described(
	requiredLine("Kindly enter the subject of your email", 300, "The subject can have at most 300 characters."),
	"The subject, in which merge fields such as `{{firstName}}` are filled in.",
);

export const messageTooLong = "The message can have at most 200,000 characters.";
export const messageMissing = "Kindly enter the message of your email";

/** HTML; everything but text is removed before it is stored. */
const Message = v.pipe(
	v.string(messageMissing),
	v.check((html) => hasText(html), messageMissing),
	v.maxLength(maxMessageLength, messageTooLong),
);

/**
 * why: an editor leaves `<p></p>` behind when everything is deleted. why a tag contains no `<`: otherwise the end of
 * each of a million of them is searched for to the end of the text.
 */
export const hasText = (html: string): boolean =>
	visibleLine(html.replace(/<(?!img\b)[^<>]*>/gi, " ").replaceAll("&nbsp;", " ")) !== "";

/** why: mailboxes refuse emails over 25 MB, and encoding makes a file a third larger. */
export const maxAttachments = 5;
export const maxAttachmentBytes = 15_000_000;
export const tooManyAttachments = tooManyFiles(maxAttachments);
export const attachmentsTooLarge = `The files of an email can have at most ${megabytes(maxAttachmentBytes)} together.`;

/** The recipients (§4): named applicants, all of an application, or all at one of its stages. */
export const recipients = {
	applicationId: described(Id, "The application."),
	stageId: described(v.optional(v.nullable(Id)), "The id of a step: with no applicants named, all at it."),
	candidateIds: described(
		v.pipe(
			v.array(Id),
			v.maxLength(maxSelection, `At most ${maxSelection.toLocaleString("en")} applicants at a time.`),
		),
		"The ids of the applicants; empty for all.",
	),
	matching: described(v.optional(Matching), "Instead of all: the applicants who match a filter."),
};

export const NewEmail = v.strictObject(
	{
		...recipients,
		subject: described(Subject, "The subject, in which merge fields such as `{{firstName}}` are filled in."),
		message: described(Message, "The text as HTML, in which merge fields are filled in."),
		templateId: described(v.optional(v.nullable(Id)), "The template that the text began with."),
		withLetter: described(
			v.optional(v.boolean(), false),
			"Whether each applicant's own offer letter goes with it; those who have none get the email without one.",
		),
		expectedRecipients: described(
			v.optional(v.pipe(v.number(), v.safeInteger())),
			"How many recipients were shown: with another number nothing is sent.",
		),
	},
	(issue) =>
		issue.expected === '"subject"'
			? "Kindly enter the subject of your email"
			: issue.expected === '"message"'
				? messageMissing
				: issue.message,
);
export type NewEmail = v.InferOutput<typeof NewEmail>;

export const sendEmail = defineEndpoint({
	method: "POST",
	path: "/email/candidates",
	summary:
		"Write to applicants, one mail to each, in the background. JSON; with attachments a multipart body: `data` is the JSON, each `attachments` a file.",
	section: "§7 Candidates",
	access: writers,
	body: multipartBody(NewEmail),
	encoding: "multipart",
	alsoJson: true,
	response: v.object({
		mailingId: text("The id of the mailing."),
		taskId: text("The task that sends the emails."),
		recipients: whole("How many emails are sent."),
	}),
	accepted: "/tasks/{taskId}",
	problems: [
		"application_unavailable",
		"step_not_in_workflow",
		"merge_field_unclosed",
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

export const previewPeople = 20;

export const previewEmail = defineEndpoint({
	method: "POST",
	path: "/email/candidates/preview",
	summary: "How many applicants a mail would go to, and how it reads for one of them. Nothing is sent.",
	section: "§5 Send email",
	access: writers,
	body: v.strictObject({
		...recipients,
		subject: described(v.optional(v.pipe(v.string(), v.maxLength(300)), ""), "The subject so far."),
		message: described(
			v.optional(v.pipe(v.string(), v.maxLength(maxMessageLength, messageTooLong)), ""),
			"The text so far, as HTML.",
		),
		withLetter: described(v.optional(v.boolean(), false), "Whether each applicant's own offer letter goes with it."),
		shownFor: described(
			v.optional(v.nullable(Id)),
			"The applicant to fill in the merge fields for; without it the first one.",
		),
		keyword: described(
			v.optional(v.pipe(v.string(), v.trim(), v.maxLength(200)), ""),
			"Lists only recipients whose name, number, email address or references begin with the words of this text.",
		),
		page: rowsPage.page,
	}),
	response: v.object({
		recipients: whole("How many emails would be sent."),
		shown: described(v.nullable(ShownEmail), "The email with its merge fields filled in; null when there is nobody."),
		people: described(
			v.array(
				v.object({
					id: text("The id of the applicant."),
					name: text("The full name."),
					applicationNumber: text("The number of the application."),
				}),
			),
			"A page of the recipients.",
		),
		found: whole("How many recipients the pages list."),
		emptyFields: EmptyFields,
		letters: SentLetters,
	}),
	problems: [
		"application_unavailable",
		"step_not_in_workflow",
		"merge_field_unclosed",
		"merge_field_unknown",
		"merge_field_empty",
		"stage_unknown",
	],
});
