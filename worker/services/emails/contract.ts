import * as v from "valibot";
import { described, file, moment, text, uploads, whole } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";
import { Id, IdParams } from "#worker/contract/ids";
import { PageIndex, PageOf, PageSize } from "#worker/contract/page";
import { anyOf } from "#worker/contract/permissions";

/** The type of the task that sends the emails of a mailing (§3 Notification); its job is in `send-emails.job.ts`. */
export const emailTask = "EMAIL_CANDIDATE";
/** The type of the task that sends the SMS of a mailing. */
export const smsTask = "SMS_CANDIDATE";

/** How a message reaches its recipient. */
export const Channel = v.picklist(["email", "sms"], "The channel must be email or sms.");
export type Channel = v.InferOutput<typeof Channel>;

/** The type of the task that sends the messages of a mailing. */
export const taskOf: Readonly<Record<Channel, string>> = { email: emailTask, sms: smsTask };

const section = "§7 Candidates";
const readers = [...anyOf("candidate"), ...anyOf("candiemail")];

/** The delivery status: waiting for its time, queued (also after an attempt), sent, failed. */
export const EmailStatus = described(
	v.picklist(["HELD", "QUEUED", "SENT", "FAILED"]),
	"Whether the email waits for its moment or its turn, was sent, or was given up.",
);

/** A file that goes with an email. */
export const MailFile = v.object({
	id: text("The id of the file."),
	name: text("The name of the file."),
	mimetype: text("The media type of the file."),
	size: whole("The size of the file in bytes."),
});

/** §3 Email record, with its delivery. */
export const Email = v.object({
	id: text("The id of the email."),
	channel: described(Channel, "Whether it is an email or an SMS."),
	subject: text("The subject; of an SMS the beginning of its text."),
	message: text("The text as HTML, with its merge fields filled in."),
	from: text("The sender."),
	to: text(
		"The address or phone number of the recipient, a sensitive number masked; empty for an SMS to somebody who has none.",
	),
	segments: v.nullable(whole("How many messages an SMS took, or would take; null for an email.")),
	senderUsername: text("The username of the user who sent it."),
	createdAt: moment("When it was written."),
	status: EmailStatus,
	reason: v.nullable(text("Why it was not sent; null if nothing went wrong.")),
	attempts: whole("How often it was tried."),
	sentAt: v.nullable(moment("When it was sent; null while it was not.")),
	dueAt: v.nullable(moment("When it is sent or tried again; null when it will not be.")),
	attachments: described(v.array(MailFile), "The files that went with it."),
});
export type Email = v.InferOutput<typeof Email>;

export const listEmails = defineEndpoint({
	method: "GET",
	path: "/email/candidates/:id",
	summary: "The emails and SMS sent to an applicant, newest first, with their delivery.",
	section,
	access: readers,
	params: IdParams,
	query: v.strictObject({ page: PageIndex, size: PageSize() }),
	response: PageOf(Email),
});

export const getEmailAttachment = defineEndpoint({
	method: "GET",
	path: "/email/candidates/:id/attachments/:attachmentId",
	summary: "A file that went with a mail to this applicant. Served so that nothing in it can run.",
	section,
	access: readers,
	params: v.strictObject({
		id: described(Id, "The id of the applicant."),
		attachmentId: described(Id, "The id of the file."),
	}),
	/** One range of bytes; a request for several gets the whole file. */
	headers: v.object({
		range: v.optional(
			text("A range of bytes, such as `bytes=0-1023`. Several at once are answered with the whole file."),
		),
	}),
	response: file("The file.", ...uploads),
	problems: ["not_found", "range_unsatisfiable"],
});

export const resendEmail = defineEndpoint({
	method: "POST",
	path: "/email/candidates/:id/resend",
	summary: "Send an email or an SMS again that failed.",
	section,
	access: ["candiemail:c"],
	params: IdParams,
	body: v.strictObject({ emailId: described(Id, "The id of the email.") }),
	response: v.object({ id: text("The id of the email."), status: EmailStatus }),
	problems: ["not_found", "email_not_failed"],
	idempotent: true,
});
