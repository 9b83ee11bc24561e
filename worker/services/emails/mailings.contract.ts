import * as v from "valibot";
import { described, file, flag, moment, text, whole } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";
import { IdParams } from "#worker/contract/ids";
import { Keyword, PageIndex, PageOf, PageSize } from "#worker/contract/page";
import { anyOf } from "#worker/contract/permissions";
import { Channel, MailFile } from "#worker/services/emails/contract";

const section = "§7 Candidates";
const readers = [...anyOf("candidate"), ...anyOf("candiemail")];

/** The page that shows the status of each email of a mailing, below the organisation. */
export const mailingPath = (mailingId: string): string => `mailings/${mailingId}`;

/** Who wrote a mailing: staff by hand, or a stage change. */
export const MailingKind = v.picklist(["written", "stage"], "The kind must be written or stage.");

export const ListedMailing = v.object({
	id: text("The id of the mailing."),
	channel: described(Channel, "Whether it is of emails or of SMS."),
	subject: text("The subject, with its merge fields; of an SMS the beginning of its text."),
	kind: described(MailingKind, "Whether a user wrote it, or a stage change did."),
	stageName: v.nullable(text("The stage that it is about; null for none.")),
	applicationTitle: v.nullable(text("The application of its recipients; null when there is none any longer.")),
	writtenBy: text("The name of the user who wrote it or made the stage change."),
	senderUsername: text("Their username."),
	createdAt: moment("When it was written."),
	sendAfter: moment("When the first email is sent at the earliest."),
	isDropped: flag("Whether nothing is sent because the change that it announced was undone."),
	counts: described(
		v.object({
			queued: whole("Emails that wait."),
			sent: whole("Emails that were sent."),
			failed: whole("Emails that could not be sent."),
		}),
		"How many emails wait, were sent, and could not be sent.",
	),
});
export type ListedMailing = v.InferOutput<typeof ListedMailing>;

/** The newest mailings of each kind that the list holds and searches. */
export const mostListed = 10_000;

export const listMailings = defineEndpoint({
	method: "GET",
	path: "/mailings",
	summary: `What was sent to applicants, newest first: the newest ${mostListed.toLocaleString("en")} of a kind. \`keyword\` looks in the subject and the writer's username.`,
	section,
	access: readers,
	query: v.strictObject({
		kind: described(v.optional(MailingKind), "Emails that users wrote (without it), or those of stage changes."),
		keyword: described(v.optional(Keyword, ""), "Only mailings with these words."),
		page: PageIndex,
		size: PageSize(),
	}),
	response: PageOf(ListedMailing),
});

export const getMailing = defineEndpoint({
	method: "GET",
	path: "/mailings/:id",
	summary:
		"Something that was written to applicants: its text, how many mails of it wait, went out, and could not be sent.",
	section,
	access: readers,
	params: IdParams,
	response: v.object({
		...ListedMailing.entries,
		runId: v.nullable(text("The stage change that it is of, as in `/batches/{id}`; null for none.")),
		retryTaskId: v.nullable(text("The user's own task that can be tried again for what failed; null for none.")),
		shown: described(
			v.nullable(
				v.object({
					applicantId: text("The id of the applicant."),
					name: text("The name of the applicant."),
					to: text(
						"The address or phone number, a sensitive number masked; empty for an SMS to somebody who has none.",
					),
					subject: text("The subject, its merge fields filled in."),
					text: text("The email or SMS as plain text."),
				}),
			),
			"The email as one of its recipients gets it; null when none of them is on record.",
		),
		attachments: described(v.array(MailFile), "The files that go with each email."),
		hasLetters: flag("Whether each applicant's own offer letter goes with it."),
	}),
});

export const getMailingPage = defineEndpoint({
	method: "GET",
	path: "/mailings/:id/page",
	summary: "The email of a mailing as one of its recipients gets it, for a frame: nothing in it runs.",
	section,
	access: readers,
	params: IdParams,
	response: file("The page.", "text/html"),
});

export const MailedEmail = v.object({
	id: text("The id of the applicant."),
	name: v.nullable(text("The name of the applicant; null when there is no such applicant any longer.")),
	applicationNumber: v.nullable(text("The number of the application; null when there is none any longer.")),
	status: described(
		v.picklist(["queued", "sent", "failed"]),
		"Whether the email waits, was sent, or could not be sent.",
	),
	reason: v.nullable(text("Why it was not sent; null if nothing went wrong.")),
});

export const listMailed = defineEndpoint({
	method: "GET",
	path: "/mailings/:id/rows",
	summary: "The mails of a mailing with the result of each, page by page; `status` lists only those with that status.",
	section,
	access: readers,
	params: IdParams,
	query: v.strictObject({
		status: described(
			v.optional(v.picklist(["queued", "sent", "failed"], "The status must be queued, sent or failed.")),
			"Only emails with this status.",
		),
		page: PageIndex,
		size: PageSize(50),
	}),
	response: PageOf(MailedEmail),
});
