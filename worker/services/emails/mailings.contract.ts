import * as v from "valibot";
import { defineEndpoint } from "#worker/contract/endpoint";
import { IdParams } from "#worker/contract/ids";
import { PageIndex, PageOf, PageSize } from "#worker/contract/page";
import { anyOf } from "#worker/contract/permissions";

const section = "§7 Candidates";
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
		sendAfter: v.number(),
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
	query: v.strictObject({
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
