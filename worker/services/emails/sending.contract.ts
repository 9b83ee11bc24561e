import * as v from "valibot";
import { Matching } from "#worker/contract/applicant-filter";
import { rowsPage } from "#worker/contract/bulk";
import { defineEndpoint } from "#worker/contract/endpoint";
import { multipartBody } from "#worker/contract/forms/file-part";
import { Id } from "#worker/contract/ids";
import { RichText } from "#worker/contract/text/rich-text";
import { visibleLine } from "#worker/contract/text/visible-text";
import { maxSelection } from "#worker/services/applicants/selection.contract";

const writers = ["candiemail:c"] as const;

/** Bytes of a text as it is typed; what the editor makes of it is not longer by much. */
export const maxMessageLength = 200_000;

/** §5: a subject is required. A line break in it would start another header. */
const Subject = v.pipe(
	v.string("Kindly enter the subject of your email"),
	v.transform(visibleLine),
	v.minLength(1, "Kindly enter the subject of your email"),
	v.maxLength(300, "The subject can have at most 300 characters."),
);

export const messageTooLong = "The message can have at most 200,000 characters.";
export const messageMissing = "Kindly enter the message of your email";

/** HTML; what in it is no text is taken out before it is kept. */
const Message = v.pipe(
	v.string(messageMissing),
	v.check((html) => hasText(html), messageMissing),
	v.maxLength(maxMessageLength, messageTooLong),
);

/**
 * Is there anything to read or to look at? why: an editor leaves `<p></p>` behind when everything is deleted. And why a
 * tag has no `<` in it: else every one of a million of them is looked for an end to the end of the text.
 */
export const hasText = (html: string): boolean =>
	visibleLine(html.replace(/<(?!img\b)[^<>]*>/gi, " ").replaceAll("&nbsp;", " ")) !== "";

/**
 * Files of one mail, and bytes of all of them. why: mailboxes refuse mails over 25 MB, and on the way a file grows by a
 * third.
 */
export const maxAttachments = 5;
export const maxAttachmentBytes = 15_000_000;

/** Whom it goes to (§4): those named, or all of an application, or all at one of its stages. */
export const recipients = {
	applicationId: Id,
	stageId: v.optional(v.nullable(Id)),
	/** Empty for all. */
	candidateIds: v.pipe(
		v.array(Id),
		v.maxLength(maxSelection, `At most ${maxSelection.toLocaleString("en")} applicants at a time.`),
	),
	/** Instead of all: those whom the filters of a list let through. */
	matching: v.optional(Matching),
};

export const NewEmail = v.strictObject(
	{
		...recipients,
		subject: Subject,
		message: Message,
		templateId: v.optional(v.nullable(Id)),
		/** How many the page said it goes to: with other recipients by now, nothing is sent. */
		expectedRecipients: v.optional(v.pipe(v.number(), v.safeInteger())),
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
		mailingId: v.string(),
		taskId: v.string(),
		recipients: v.number(),
	}),
	accepted: "/tasks/{taskId}",
	problems: [
		"application_unavailable",
		"step_not_in_workflow",
		"merge_field_unknown",
		"recipients_changed",
		"no_recipients",
		"template_unknown",
		"stage_unknown",
	],
	idempotent: true,
	knowsRepeats: true,
});

/** Recipients that a page of a preview lists. */
export const previewPeople = 20;

export const previewEmail = defineEndpoint({
	method: "POST",
	path: "/email/candidates/preview",
	summary: "How many a mail would go to, and how it reads for one of them. Sends nothing.",
	section: "§5 Send email",
	access: writers,
	body: v.strictObject({
		...recipients,
		subject: v.optional(v.pipe(v.string(), v.maxLength(300)), ""),
		message: v.optional(v.pipe(v.string(), v.maxLength(maxMessageLength, messageTooLong)), ""),
		/** For whom it is shown filled; without it, for the first. */
		shownFor: v.optional(v.nullable(Id)),
		/** Lists only those of whom the list's search finds this: name, number, email, references. */
		keyword: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(200)), ""),
		page: rowsPage.page,
	}),
	response: v.object({
		recipients: v.number(),
		/** Null when there is nobody to show it for. */
		shown: v.nullable(
			v.object({
				candidate: v.object({ id: v.string(), name: v.string() }),
				to: v.string(),
				subject: v.string(),
				message: RichText,
			}),
		),
		/** A page of those it goes to, `previewPeople` of them, each of whom it can be shown for. */
		people: v.array(v.object({ id: v.string(), name: v.string(), applicationNumber: v.string() })),
		/** How many of the recipients the pages list in all. */
		found: v.number(),
	}),
	problems: ["application_unavailable", "step_not_in_workflow", "merge_field_unknown", "stage_unknown"],
});
