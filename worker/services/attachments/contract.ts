import * as v from "valibot";
import { defineEndpoint } from "#worker/contract/endpoint";
import { Id } from "#worker/contract/ids";
import { anyOf } from "#worker/contract/permissions";

export const getAttachment = defineEndpoint({
	method: "GET",
	path: "/forms/:id/attachments/:attachmentId",
	summary: "One attached file. Served so that nothing in it can run.",
	section: "§7 Candidates, form data repository",
	access: anyOf("candidate"),
	params: v.strictObject({ id: Id, attachmentId: Id }),
	/** One range of bytes; several at once are answered with the whole file. */
	headers: v.object({ range: v.optional(v.string()) }),
	response: v.instance(Response),
	problems: ["not_found", "range_unsatisfiable"],
});
