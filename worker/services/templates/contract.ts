import * as v from "valibot";
import { described, flag, text } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";
import { IdParams } from "#worker/contract/ids";
import { Keyword, PageIndex, PageOf, PageSize } from "#worker/contract/page";
import { anyOf } from "#worker/contract/permissions";

export const TemplateRow = v.object({
	id: text("The id of the template."),
	name: text("The name of the template."),
	type: described(
		v.picklist(["email", "document", "sms"]),
		"What the template is for: an email, a document or an SMS.",
	),
	origin: described(v.picklist(["user", "system"]), "Whether the institution made it, or the product brought it."),
	active: flag("Whether it can be used."),
});
export type TemplateRow = v.InferOutput<typeof TemplateRow>;

/** Users who see templates: those who maintain them, and those who send what is made of them. */
const readers = [...anyOf("templates"), "candidate:u", "candiemail:c"] as const;

export const listTemplates = defineEndpoint({
	method: "GET",
	path: "/templates",
	summary: "Templates of one type, by name.",
	section: "§7 Forms, templates",
	access: readers,
	query: v.strictObject({
		type: described(
			v.optional(v.picklist(["email", "document", "sms"], "The type must be email, document or sms."), "email"),
			"The type of the templates to list.",
		),
		page: PageIndex,
		size: PageSize(),
		name: described(v.optional(Keyword, ""), "Only templates whose name contains every word of this text."),
	}),
	aliases: { index: "page" },
	response: PageOf(TemplateRow),
});

export const getTemplate = defineEndpoint({
	method: "GET",
	path: "/templates/:id",
	summary: "One template with its texts.",
	section: "§7 Forms, templates",
	access: readers,
	params: IdParams,
	response: v.object({
		...TemplateRow.entries,
		subject: v.nullable(text("The subject of an email; null for other types.")),
		content: text("The text of the template: HTML with merge fields such as `{{firstName}}`."),
	}),
});
