import * as v from "valibot";
import { defineEndpoint } from "#worker/contract/endpoint";
import { IdParams } from "#worker/contract/ids";
import { Keyword, PageIndex, PageOf, PageSize } from "#worker/contract/page";
import { anyOf } from "#worker/contract/permissions";

/** §3 Template, without its content. */
export const TemplateRow = v.object({
	id: v.string(),
	name: v.string(),
	type: v.picklist(["email", "document", "sms"]),
	origin: v.picklist(["user", "system"]),
	active: v.boolean(),
});
export type TemplateRow = v.InferOutput<typeof TemplateRow>;

/** Who sees templates: who keeps them, and who sends what is made of them. */
const readers = [...anyOf("templates"), "candidate:u", "candiemail:c"] as const;

export const listTemplates = defineEndpoint({
	method: "GET",
	path: "/templates",
	summary: "Templates of one type, by name.",
	section: "§7 Forms, templates",
	access: readers,
	query: v.strictObject({
		type: v.optional(v.picklist(["email", "document", "sms"], "The type must be email, document or sms."), "email"),
		page: PageIndex,
		size: PageSize(),
		name: v.optional(Keyword, ""),
	}),
	aliases: { index: "page" },
	response: PageOf(TemplateRow),
	problems: [],
});

export const getTemplate = defineEndpoint({
	method: "GET",
	path: "/templates/:id",
	summary: "One template with its texts.",
	section: "§7 Forms, templates",
	access: readers,
	params: IdParams,
	response: v.object({ ...TemplateRow.entries, subject: v.nullable(v.string()), content: v.string() }),
	problems: ["not_found"],
});
