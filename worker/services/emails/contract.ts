import * as v from "valibot";
import { defineEndpoint } from "#worker/contract/endpoint";
import { Id, IdParams } from "#worker/contract/ids";
import { PageIndex, PageOf, PageSize } from "#worker/contract/page";
import { anyOf } from "#worker/contract/permissions";

/** The task that sends the mails of a mailing (§3 Notification); its job is in `send-emails.job.ts`. */
export const emailTask = "EMAIL_CANDIDATE";

const section = "§7 Candidates";
const readers = [...anyOf("candidate"), ...anyOf("candiemail")];

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
	access: readers,
	params: IdParams,
	query: v.strictObject({ page: PageIndex, size: PageSize() }),
	response: PageOf(Email),
	problems: ["not_found"],
});

export const getEmailAttachment = defineEndpoint({
	method: "GET",
	path: "/email/candidates/:id/attachments/:attachmentId",
	summary: "A file that went with a mail to this applicant. Served so that nothing in it can run.",
	section,
	access: readers,
	params: v.strictObject({ id: Id, attachmentId: Id }),
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
	access: ["candiemail:c"],
	params: IdParams,
	body: v.strictObject({ emailId: Id }),
	response: v.object({ id: v.string(), status: EmailStatus }),
	problems: ["not_found", "email_not_failed"],
	idempotent: true,
});
