import * as v from "valibot";
import { defineEndpoint } from "#worker/contract/endpoint";
import { multipartBody } from "#worker/contract/file-part";
import { Id, IdParams } from "#worker/contract/ids";
import { PageIndex, PageOf, PageSize } from "#worker/contract/page";
import { anyOf } from "#worker/contract/permissions";
import { visibleLine } from "#worker/contract/visible-text";
import { maxBatchSize } from "#worker/services/applicants/batch.contract";

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

/** HTML; what in it is no text is taken out before it is kept. */
const Message = v.pipe(
	v.string("Kindly enter the message of your email"),
	v.check((html) => hasText(html), "Kindly enter the message of your email"),
	v.maxLength(maxMessageLength, "The message can have at most 200,000 characters."),
);

/** why: an editor leaves `<p></p>` behind when everything is deleted. */
const hasText = (html: string): boolean =>
	visibleLine(html.replace(/<(?!img\b)[^>]*>/gi, " ").replaceAll("&nbsp;", " ")) !== "";

/** Whom it goes to (§4): those named, or all of an application, or all at one of its stages. */
const recipients = {
	applicationId: Id,
	stageId: v.optional(v.nullable(Id)),
	/** Empty for all. */
	candidateIds: v.pipe(
		v.array(Id),
		v.maxLength(maxBatchSize, `At most ${maxBatchSize.toLocaleString("en")} applicants at a time.`),
	),
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
				? "Kindly enter the message of your email"
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
	],
	idempotent: true,
});

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
