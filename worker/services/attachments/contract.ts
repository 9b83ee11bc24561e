import * as v from "valibot";
import { described, file, text, uploads } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";
import { Id } from "#worker/contract/ids";
import { anyOf } from "#worker/contract/permissions";

export const getAttachment = defineEndpoint({
	method: "GET",
	path: "/forms/:id/attachments/:attachmentId",
	summary: "One attached file. Served so that nothing in it can run.",
	section: "§7 Candidates, form data repository",
	access: anyOf("candidate"),
	params: v.strictObject({
		id: described(Id, "The id of the form."),
		attachmentId: described(Id, "The id of the file."),
	}),
	query: v.strictObject({
		applicantId: described(v.optional(Id), "Finds the file only if the form is that of this applicant."),
	}),
	/** One range of bytes; several at once are answered with the whole file. */
	headers: v.object({
		range: v.optional(
			text("A range of bytes, such as `bytes=0-1023`. Several at once are answered with the whole file."),
		),
	}),
	response: file("The file.", ...uploads),
	problems: ["not_found", "range_unsatisfiable"],
});
