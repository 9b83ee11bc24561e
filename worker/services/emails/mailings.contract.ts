import * as v from "valibot";
import { described, flag, moment, text, whole } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";
import { IdParams } from "#worker/contract/ids";
import { PageIndex, PageOf, PageSize } from "#worker/contract/page";
import { anyOf } from "#worker/contract/permissions";

const section = "§7 Candidates";
const readers = [...anyOf("candidate"), ...anyOf("candiemail")];

/** The page that shows the status of each email of a mailing, below the organisation. */
export const mailingPath = (mailingId: string): string => `mailings/${mailingId}`;

export const getMailing = defineEndpoint({
	method: "GET",
	path: "/mailings/:id",
	summary: "Something that was written to applicants: how many mails of it wait, went out, and could not be sent.",
	section,
	access: readers,
	params: IdParams,
	response: v.object({
		id: text("The id of the mailing."),
		subject: text("The subject, with its merge fields."),
		createdAt: moment("When it was written."),
		sendAfter: moment("When the first email is sent at the earliest."),
		isDropped: flag("Whether nothing is sent because the change that it told of was undone."),
		counts: described(
			v.object({
				queued: whole("Emails that wait."),
				sent: whole("Emails that were sent."),
				failed: whole("Emails that could not be sent."),
			}),
			"How many emails wait, were sent, and could not be sent.",
		),
		retryTaskId: v.nullable(text("The user's own task that can be tried again for what failed; null for none.")),
	}),
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
	summary: "What became of each mail of a mailing, page by page; `status` keeps those that came to the same.",
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
