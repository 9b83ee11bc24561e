import * as v from "valibot";
import { described, file, flag, moment, text, whole } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";
import { IdParams } from "#worker/contract/ids";
import { PageIndex, PageOf, PageSize } from "#worker/contract/page";
import { anyOf } from "#worker/contract/permissions";

/** A development tool: it exists only where mails are kept instead of sent, and never in production. */
const section = "Development";
const access = anyOf("candiemail");
const query = v.strictObject({ page: PageIndex, size: PageSize(20) });

export const KeptMailHead = v.object({
	id: text("The id of the email."),
	from: text("The sender."),
	to: text("The recipient."),
	subject: text("The subject."),
	createdAt: moment("When it was kept."),
	attachmentCount: whole("How many files it has."),
});
export type KeptMailHead = v.InferOutput<typeof KeptMailHead>;

export const listOutboxMails = defineEndpoint({
	method: "GET",
	path: "/outbox/mails",
	summary: "Mails that were kept instead of sent, newest first.",
	section,
	access,
	query,
	response: PageOf(KeptMailHead),
	problems: ["not_found"],
});

export const KeptMail = v.object({
	...KeptMailHead.entries,
	replyTo: v.nullable(text("The address for replies; null for the sender's.")),
	messageId: v.nullable(text("The id of the message; null without one.")),
	text: text("The text."),
	hasPage: flag("Whether it has HTML beside the text."),
	attachments: described(
		v.array(
			v.object({
				name: text("The name of the file."),
				mimetype: text("The media type of the file."),
				size: whole("The size of the file in bytes."),
			}),
		),
		"The files.",
	),
});
export type KeptMail = v.InferOutput<typeof KeptMail>;

export const getOutboxMail = defineEndpoint({
	method: "GET",
	path: "/outbox/mails/:id",
	summary: "A mail that was kept instead of sent, its HTML left out.",
	section,
	access,
	params: IdParams,
	response: KeptMail,
});

export const getOutboxPage = defineEndpoint({
	method: "GET",
	path: "/outbox/mails/:id/page",
	summary: "The HTML of a mail that was kept, for a frame: nothing in it runs, and nothing is fetched from elsewhere.",
	section,
	access,
	params: IdParams,
	response: file("The page.", "text/html"),
});
