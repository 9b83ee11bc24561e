import * as v from "valibot";
import { defineEndpoint } from "#worker/contract/endpoint";
import { FormData, FormLayout, RepeatCounts } from "#worker/contract/form-schema";
import { Id, IdParams } from "#worker/contract/ids";
import { anyOf } from "#worker/contract/permissions";

/** §3 Attachment. */
export const Attachment = v.object({
	id: v.string(),
	fieldId: v.string(),
	title: v.string(),
	section: v.string(),
	name: v.string(),
	mimetype: v.string(),
	/** In bytes. */
	size: v.number(),
});

/** A submission with the layout it was made with. */
export const Submission = v.object({
	id: v.string(),
	layout: FormLayout,
	data: FormData,
	duplicateFields: RepeatCounts,
	percentComplete: v.number(),
	submittedAt: v.nullable(v.number()),
	updatedAt: v.number(),
	version: v.number(),
	attachments: v.array(Attachment),
});
export type Submission = v.InferOutput<typeof Submission>;

export const getForm = defineEndpoint({
	method: "GET",
	path: "/forms/:id",
	summary: "What an applicant answered, with the layout of the version they answered.",
	section: "§7 Candidates, form data repository",
	access: anyOf("candidate"),
	params: IdParams,
	response: Submission,
	problems: ["not_found"],
});

export const getAttachment = defineEndpoint({
	method: "GET",
	path: "/forms/:id/attachments/:attachmentId",
	summary: "One attached file. Served so that nothing in it can run.",
	section: "§7 Candidates, form data repository",
	access: anyOf("candidate"),
	params: v.object({ id: Id, attachmentId: Id }),
	/** One range of bytes; several at once are answered with the whole file. */
	headers: v.object({ range: v.optional(v.string()) }),
	response: v.instance(Response),
	problems: ["not_found", "range_unsatisfiable"],
});
