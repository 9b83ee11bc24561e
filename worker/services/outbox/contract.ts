import * as v from "valibot";
import { defineEndpoint } from "#worker/contract/endpoint";
import { IdParams } from "#worker/contract/ids";
import { PageIndex, PageOf, PageSize } from "#worker/contract/page";
import { anyOf } from "#worker/contract/permissions";

/** A development tool: it exists only where mails are kept instead of sent, and never in production. */
const section = "Development";
const access = anyOf("candiemail");
const query = v.strictObject({ page: PageIndex, size: PageSize(20) });

const KeptMailHead = v.object({
	id: v.string(),
	from: v.string(),
	to: v.string(),
	subject: v.string(),
	createdAt: v.number(),
	attachmentCount: v.number(),
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

const KeptMail = v.object({
	...KeptMailHead.entries,
	replyTo: v.nullable(v.string()),
	messageId: v.nullable(v.string()),
	text: v.string(),
	/** Has it HTML beside the text? */
	hasPage: v.boolean(),
	attachments: v.array(v.object({ name: v.string(), mimetype: v.string(), size: v.number() })),
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
	problems: ["not_found"],
});

export const getOutboxPage = defineEndpoint({
	method: "GET",
	path: "/outbox/mails/:id/page",
	summary: "The HTML of a mail that was kept, to be framed: nothing in it runs, and nothing is fetched from elsewhere.",
	section,
	access,
	params: IdParams,
	response: v.instance(Response),
	problems: ["not_found"],
});
