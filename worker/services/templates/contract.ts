import * as v from "valibot";
import { described, flag, moment, text, whole } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";
import { IdParams } from "#worker/contract/ids";
import { Named } from "#worker/contract/named";
import { Keyword, PageIndex, PageOf, PageSize } from "#worker/contract/page";
import { anyOf } from "#worker/contract/permissions";
import { recordEndpoints, recordName } from "#worker/contract/records";
import { PageSetup } from "#worker/contract/text/page-setup";
import { visibleLine } from "#worker/contract/text/visible-text";
import { SeenVersion } from "#worker/contract/version";

const section = "§7 Forms, templates";
/** Users who see templates: those who maintain them, and those who send what is made of them. */
const readers = [...anyOf("templates"), "candidate:u", "candiemail:c"] as const;
const managers = anyOf("templates");

export const templateTypes = ["email", "document", "sms"] as const;
export type TemplateType = (typeof templateTypes)[number];
const wrongType = "The type must be email, document or sms.";
const Type = described(
	v.picklist(templateTypes, wrongType),
	"What the template is for: an email, a document or an SMS.",
);

export const maxContentLength = 200_000;
/** why: ten messages of the narrower encoding, which nobody wants to pay for. */
export const maxSmsLength = 670;

const texts = {
	type: Type,
	subject: described(
		v.optional(
			v.nullable(
				v.pipe(
					v.string(),
					v.transform(visibleLine),
					v.maxLength(300, "The subject can have at most 300 characters."),
					v.transform((line) => line || null),
				),
			),
			null,
		),
		"The subject of an email; null for other types.",
	),
	content: described(
		v.pipe(v.string("Enter the text"), v.maxLength(maxContentLength, "The text can have at most 200,000 characters.")),
		"The text with merge fields such as `{{firstName}}`: HTML, from which anything that could run or track is removed; for an SMS plain text. Its pictures are the institution's own; those of a document, its pages included, have at most 5 MB together.",
	),
};

const row = {
	name: text("The name of the template."),
	type: Type,
	origin: described(v.picklist(["user", "system"]), "Whether the institution made it, or the product brought it."),
	active: flag("Whether it can be used."),
};

export const TemplateRow = v.object({
	id: text("The id of the template."),
	...row,
	updatedAt: moment("When it was last changed."),
	stages: whole("How many stages of workflows use it."),
	reminders: whole("How many reminders use it."),
	hasDraft: flag("Whether somebody is changing its texts: the draft is not published yet."),
});
export type TemplateRow = v.InferOutput<typeof TemplateRow>;

export const TemplateUses = v.object({
	stages: described(
		v.array(v.object({ ...Named.entries, workflow: described(Named, "The workflow of the stage.") })),
		"The stages that send it or make a letter of it, with their workflows.",
	),
	reminders: described(v.array(Named), "The reminders that send it."),
	hasLetters: flag("Whether letters of applicants were made from it."),
});
export type TemplateUses = v.InferOutput<typeof TemplateUses>;

const writeProblems = [
	...(["template_exists", "merge_field_unknown", "merge_field_unclosed", "template_of_system"] as const),
	"whole_institution_needed",
] as const;

const base = recordEndpoints({
	path: "/templates",
	one: "template",
	many: "templates",
	section,
	access: {
		read: readers,
		manage: managers,
		create: ["templates:c"],
		update: ["templates:u"],
		delete: ["templates:d"],
	},
	fields: {
		name: recordName("The name of the template; no two of a type share one, in any case."),
		...texts,
		active: described(v.optional(v.boolean(), true), "Whether it can be used."),
		page: described(
			v.optional(v.nullable(PageSetup)),
			"How the pages of a document are set up; null for as usual. Left out, it stays as it is.",
		),
	},
	row: {
		...row,
		subject: v.nullable(text("The subject of an email; null for other types.")),
		content: text("The text of the template: HTML with merge fields such as `{{firstName}}`; for an SMS plain text."),
		page: described(v.nullable(PageSetup), "How the pages of a document are set up; null for as usual."),
		uses: described(TemplateUses, "What uses the template: while there is anything, it cannot be deleted."),
	},
	query: {},
	sorts: ["name", "changed"],
	problems: {
		create: writeProblems,
		update: writeProblems,
		remove: ["template_in_use", "template_of_system", "whole_institution_needed"],
	},
});

const listQuery = {
	...base.list.query.entries,
	type: described(v.optional(v.picklist(templateTypes, wrongType), "email"), "The type of the templates to list."),
	name: described(v.optional(Keyword, ""), "Only templates whose name contains every word of this text."),
};

export const listTemplates = defineEndpoint({
	...base.list,
	summary: "Templates of one type, by name unless sorted otherwise.",
	query: v.strictObject({
		...listQuery,
		origin: described(
			v.optional(v.picklist(["user", "system"], "The origin must be user or system.")),
			"Only those that the institution made, or that the product brought.",
		),
	}),
	aliases: { index: "page" },
	response: PageOf(TemplateRow),
});

export const listSystemTemplates = defineEndpoint({
	method: "GET",
	path: "/admin",
	summary: "System templates of one type, which come with the product.",
	section,
	access: readers,
	query: v.strictObject({ page: PageIndex, size: PageSize(), type: listQuery.type, name: listQuery.name }),
	aliases: { index: "page" },
	response: PageOf(TemplateRow),
});

/** Texts that are sent to applicants, and documents that are made for them (§3 Template). */
export const templateRecord = { ...base, list: listTemplates };
export const {
	find: getTemplate,
	remove: deleteTemplate,
	history: listTemplateChanges,
	restore: restoreTemplate,
} = base;

const publishing = {
	draftVersion: described(
		SeenVersion,
		"The version of the draft that these texts are: it ends with them. Left out, a draft stays as it is.",
	),
};
export const createTemplate = defineEndpoint({
	...base.create,
	body: v.strictObject({ ...base.create.body.entries, ...publishing }),
});
export const updateTemplate = defineEndpoint({
	...base.update,
	body: v.strictObject({ ...base.update.body.entries, ...publishing }),
});
export const Template = getTemplate.response;
export type Template = v.InferOutput<typeof Template>;

export const setTemplate = defineEndpoint({
	method: "PATCH",
	path: "/templates/:id",
	summary:
		"Activate, deactivate or rename a template, or set up its pages, its texts as they are. A system template keeps its name and pages.",
	section,
	access: updateTemplate.access,
	params: IdParams,
	body: v.strictObject({
		active: described(v.optional(v.boolean()), "Whether it can be used; left out, it stays as it is."),
		name: described(v.optional(base.create.body.entries.name), "Its name; left out, it stays as it is."),
		page: base.create.body.entries.page,
		version: SeenVersion,
	}),
	response: Template,
	problems: updateTemplate.problems,
});

export const copyTemplate = defineEndpoint({
	method: "POST",
	path: "/templates/:id/copy",
	summary: "Create a template of the institution with the texts of another. It is not active yet.",
	section,
	access: createTemplate.access,
	params: IdParams,
	body: v.strictObject({ name: base.create.body.entries.name }),
	response: Template,
	created: "/templates/{id}",
	problems: createTemplate.problems,
	idempotent: true,
});
