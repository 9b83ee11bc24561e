import * as v from "valibot";
import { described } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";
import { IdParams } from "#worker/contract/ids";
import { createTemplate, templateRecord } from "#worker/services/templates/contract";

const section = "§7 Forms, templates";
/** What a file of a template says that it is. */
export const templateFormat = "matricula-template-1";
const { name, type, subject, content, page } = createTemplate.body.entries;

/** A template as a file. */
export const TemplateFile = v.strictObject({
	format: described(v.literal(templateFormat, `The format must be “${templateFormat}”.`), "What the file is."),
	name,
	type,
	subject,
	content,
	page,
});

export const exportTemplate = defineEndpoint({
	method: "GET",
	path: "/templates/:id/export",
	summary: "A template as JSON, which can be imported.",
	section,
	access: templateRecord.history.access,
	params: IdParams,
	response: TemplateFile,
});

export const importTemplate = defineEndpoint({
	method: "POST",
	path: "/templates/import",
	summary:
		"Create a template from an exported file, inactive. Anything that is not a template is refused, with its place.",
	section,
	access: createTemplate.access,
	body: v.strictObject({ template: described(TemplateFile, "The content of the file.") }),
	example: {
		template: {
			format: templateFormat,
			name: "Offer",
			type: "email",
			subject: "Your offer",
			content: "<p>Welcome to the university.</p>",
		},
	},
	response: createTemplate.response,
	created: "/templates/{id}",
	problems: createTemplate.problems,
	idempotent: true,
});
