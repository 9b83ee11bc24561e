import * as v from "valibot";
import { defineEndpoint } from "#worker/contract/endpoint";
import { multipartBody } from "#worker/contract/file-part";
import { Id, IdParams } from "#worker/contract/ids";
import { PageIndex, PageOf, PageSize } from "#worker/contract/page";
import { anyOf } from "#worker/contract/permissions";
import { visibleLine } from "#worker/contract/visible-text";
import { maxBatchSize } from "#worker/services/applicants/batch.contract";
import { ListFilters } from "#worker/services/applicants/contract";

/** The task that sends the mails of a mailing (§3 Notification); its job is in `send-emails.job.ts`. */
export const emailTask = "EMAIL_CANDIDATE";

const section = "§7 Candidates";
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

export const messageMissing = "Kindly enter the message of your email";

/** HTML; what in it is no text is taken out before it is kept. */
const Message = v.pipe(
	v.string(messageMissing),
	v.check((html) => hasText(html), messageMissing),
	v.maxLength(maxMessageLength, "The message can have at most 200,000 characters."),
);

/** Is there anything to read or to look at? why: an editor leaves `<p></p>` behind when everything is deleted. */
export const hasText = (html: string): boolean =>
	visibleLine(html.replace(/<(?!img\b)[^>]*>/gi, " ").replaceAll("&nbsp;", " ")) !== "";

/**
 * Files of one mail, and bytes of all of them. why: mailboxes refuse mails over 25 MB, and on the way a file grows by a
 * third.
 */
export const maxAttachments = 5;
export const maxAttachmentBytes = 15_000_000;

/** Whom it goes to (§4): those named, or all of an application, or all at one of its stages. */
const recipients = {
	applicationId: Id,
	stageId: v.optional(v.nullable(Id)),
	/** Empty for all. */
	candidateIds: v.pipe(
		v.array(Id),
		v.maxLength(maxBatchSize, `At most ${maxBatchSize.toLocaleString("en")} applicants at a time.`),
	),
	/** Instead of all: those whom the filters of a list let through. */
	matching: v.optional(ListFilters),
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
	section,
	access: writers,
	body: multipartBody(NewEmail),
	encoding: "multipart",
	alsoJson: true,
	response: v.object({
		mailingId: v.string(),
		taskId: v.string(),
		recipients: v.number(),
	}),
	problems: [
		"application_unavailable",
		"step_not_in_workflow",
		"merge_field_unknown",
		"recipients_changed",
		"no_recipients",
		"template_unknown",
	],
	idempotent: true,
});

/** How many of its recipients a preview names. */
export const maxPreviewPeople = 50;

export const previewEmail = defineEndpoint({
	method: "POST",
	path: "/email/candidates/preview",
	summary: "How many a mail would go to, and how it reads for one of them. Sends nothing.",
	section: "§5 Send email",
	access: writers,
	body: v.strictObject({
		...recipients,
		subject: v.optional(v.pipe(v.string(), v.maxLength(300)), ""),
		message: v.optional(v.pipe(v.string(), v.maxLength(maxMessageLength)), ""),
		/** For whom it is shown filled; without it, for the first. */
		shownFor: v.optional(v.nullable(Id)),
	}),
	response: v.object({
		recipients: v.number(),
		/** Null when there is nobody to show it for. */
		shown: v.nullable(
			v.object({
				candidate: v.object({ id: v.string(), name: v.string() }),
				to: v.string(),
				subject: v.string(),
				/** Sanitised HTML. */
				message: v.string(),
			}),
		),
		/** Whom it can be shown for: the first of those it goes to, at most `maxPreviewPeople`. */
		people: v.array(v.object({ id: v.string(), name: v.string() })),
	}),
	problems: ["application_unavailable", "step_not_in_workflow", "merge_field_unknown"],
});

/** Where a mail is on its way: waiting for its moment, waiting for its turn (also after a try), gone, given up. */
export const EmailStatus = v.picklist(["HELD", "QUEUED", "SENT", "FAILED"]);

/** §3 Email record, with its delivery. */
export const Email = v.object({
	id: v.string(),
	subject: v.string(),
	/** Sanitised HTML, its merge fields filled. */
	message: v.string(),
	from: v.string(),
	to: v.string(),
	senderUsername: v.string(),
	createdAt: v.number(),
	status: EmailStatus,
	/** Why it has not been sent, in words. */
	reason: v.nullable(v.string()),
	attempts: v.number(),
	/** Null until it is sent. */
	sentAt: v.nullable(v.number()),
	/** When it goes out, or is tried again; null when it will not be. */
	dueAt: v.nullable(v.number()),
	attachments: v.array(v.object({ id: v.string(), name: v.string(), mimetype: v.string(), size: v.number() })),
});
export type Email = v.InferOutput<typeof Email>;

export const listEmails = defineEndpoint({
	method: "GET",
	path: "/email/candidates/:id",
	summary: "What was written to an applicant, newest first, with its delivery.",
	section,
	access: [...anyOf("candidate"), ...anyOf("candiemail")],
	params: IdParams,
	query: v.object({ page: PageIndex, size: PageSize() }),
	response: PageOf(Email),
	problems: ["not_found"],
});

export const getEmailAttachment = defineEndpoint({
	method: "GET",
	path: "/email/candidates/:id/attachments/:attachmentId",
	summary: "A file that went with a mail to this applicant. Served so that nothing in it can run.",
	section,
	access: [...anyOf("candidate"), ...anyOf("candiemail")],
	params: v.object({ id: Id, attachmentId: Id }),
	/** One range of bytes; several at once are answered with the whole file. */
	headers: v.object({ range: v.optional(v.string()) }),
	response: v.instance(Response),
	problems: ["not_found", "range_unsatisfiable"],
});

export const resendEmail = defineEndpoint({
	method: "POST",
	path: "/email/candidates/:id/resend",
	summary: "Send a mail again that could not be sent.",
	section,
	access: writers,
	params: IdParams,
	body: v.strictObject({ emailId: Id }),
	response: v.object({ id: v.string(), status: EmailStatus }),
	problems: ["not_found", "email_not_failed"],
	idempotent: true,
});

const ofStage = {
	applicationId: Id,
	stepId: Id,
	/** Of those at the step; empty for all of them. */
	ids: recipients.candidateIds,
};

export const previewNotify = defineEndpoint({
	method: "POST",
	path: "/candidates/notify-preview",
	summary: "Whom the email of a stage would be sent to again, and how it reads. Sends nothing.",
	section,
	access: writers,
	body: v.strictObject(ofStage),
	response: v.object({
		/** Those named who are at the step, or all of it. */
		recipients: v.number(),
		/** Those named who are not. */
		elsewhere: v.number(),
		stageName: v.string(),
		template: v.object({ id: v.string(), name: v.string() }),
		/** Null when there is nobody to show it for. */
		shown: v.nullable(v.object({ name: v.string(), to: v.string(), subject: v.string(), message: v.string() })),
	}),
	problems: ["application_unavailable", "step_not_in_workflow", "stage_writes_nothing", "merge_field_unknown"],
});

export const notifyStage = defineEndpoint({
	method: "POST",
	path: "/candidates/notify",
	summary: "Send the email of a stage again to those who are at it, one mail to each, in the background.",
	section,
	access: writers,
	body: v.strictObject({ ...ofStage, expectedRecipients: v.optional(v.pipe(v.number(), v.safeInteger())) }),
	response: sendEmail.response,
	problems: [
		"application_unavailable",
		"step_not_in_workflow",
		"stage_writes_nothing",
		"merge_field_unknown",
		"recipients_changed",
		"no_recipients",
	],
	idempotent: true,
});

const readers = [...anyOf("candidate"), ...anyOf("candiemail")];

/** Where the portal shows what became of each mail of a mailing, below the organisation. */
export const mailingPath = (mailingId: string): string => `mailings/${mailingId}`;

export const getMailing = defineEndpoint({
	method: "GET",
	path: "/mailings/:id",
	summary: "Something that was written to applicants: how many mails of it wait, went out, and could not be sent.",
	section,
	access: readers,
	params: IdParams,
	response: v.object({
		id: v.string(),
		/** With its merge fields. */
		subject: v.string(),
		createdAt: v.number(),
		/** Nothing of it goes out before, UTC milliseconds. */
		heldUntil: v.number(),
		/** The change that it told of was undone: none goes out. */
		isDropped: v.boolean(),
		counts: v.object({ queued: v.number(), sent: v.number(), failed: v.number() }),
		/** The user's own task that can be tried again for what failed; null when there is none. */
		retryTaskId: v.nullable(v.string()),
	}),
	problems: ["not_found"],
});

export const listMailed = defineEndpoint({
	method: "GET",
	path: "/mailings/:id/rows",
	summary: "What became of each mail of a mailing, page by page; `status` keeps those that came to the same.",
	section,
	access: readers,
	params: IdParams,
	query: v.object({
		status: v.optional(v.picklist(["queued", "sent", "failed"], "The status must be queued, sent or failed.")),
		page: PageIndex,
		size: PageSize(50),
	}),
	response: PageOf(
		v.object({
			/** The applicant's. */
			id: v.string(),
			name: v.nullable(v.string()),
			applicationNumber: v.nullable(v.string()),
			status: v.picklist(["queued", "sent", "failed"]),
			reason: v.nullable(v.string()),
		}),
	),
	problems: ["not_found"],
});
