import * as v from "valibot";
import { described, file, text, whole } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";
import { Id } from "#worker/contract/ids";
import { Named } from "#worker/contract/named";
import { createTemplate, listTemplates, updateTemplate } from "#worker/services/templates/contract";

const section = "§7 Forms, templates";
const { type, subject, content } = createTemplate.body.entries;

export const FormMergeField = v.object({
	name: text("What a text names it by, in braces: `form.stateOfOrigin`."),
	label: text("The label of the field in the form."),
	forms: described(v.array(v.string()), "The titles of the forms that ask for it."),
});

export const listFormMergeFields = defineEndpoint({
	method: "GET",
	path: "/templates/merge-fields",
	summary:
		"The fields of published forms that are merge fields beside those of every applicant. Referees' and files are none.",
	section,
	access: listTemplates.access,
	query: v.strictObject({
		applicationId: described(v.optional(Id), "Only the fields of the form of this application."),
	}),
	response: v.object({ data: described(v.array(FormMergeField), "The fields, in the order of the forms.") }),
});

const draft = {
	type,
	subject,
	content,
	candidateId: described(
		v.optional(v.nullable(Id), null),
		"The applicant to fill in the merge fields for; null for the one that the user opened last.",
	),
	templateId: described(
		v.optional(v.nullable(Id), null),
		"The saved document whose pages the text is drawn on; null for pages as usual.",
	),
};
const draftProblems = ["merge_field_unknown", "merge_field_unclosed", "not_found"] as const;

export const previewTemplate = defineEndpoint({
	method: "POST",
	path: "/templates/preview",
	summary: "A text as an applicant would get it. Nothing is kept or sent.",
	section: "§6 Preview Template",
	access: updateTemplate.access,
	body: v.strictObject(draft),
	response: v.object({
		candidate: described(
			v.nullable(Named),
			"The applicant; null where the merge fields have samples, because the caller sees no applicants or has opened none.",
		),
		to: v.nullable(text("The address that an email would go to; null without an applicant.")),
		subject: v.nullable(text("The subject with its merge fields filled in; null for other types than emails.")),
		text: text("The text alone, as an email has it too, or as an SMS is."),
		sms: described(
			v.nullable(
				v.object({
					encoding: described(v.picklist(["GSM-7", "UCS-2"]), "How the text is sent."),
					units: whole("How many units of the encoding it takes."),
					segments: whole("How many messages are sent and paid for."),
					left: whole("How many units the last message still holds."),
					beyond: described(v.array(v.string()), "The characters that make it UCS-2."),
				}),
			),
			"The messages that an SMS takes; null for other types.",
		),
		emptyFields: described(
			v.array(v.object({ name: text("The name of the merge field."), label: text("Its label.") })),
			"The merge fields for which this applicant, or the institution, has no value.",
		),
	}),
	problems: draftProblems,
});

export const previewTemplatePage = defineEndpoint({
	method: "POST",
	path: "/templates/page-preview",
	summary: "An email or a document as an applicant would get it, for a frame: nothing in it runs. Nothing is kept.",
	section: "§6 Preview Template",
	access: updateTemplate.access,
	body: v.strictObject(draft),
	response: file("The document, or the page of the email.", "application/pdf", "text/html"),
	problems: draftProblems,
});

export const sendTestOfTemplate = defineEndpoint({
	method: "POST",
	path: "/templates/test",
	summary: "Send an email, or a document as a file, to the user's own address, or an SMS to a number of their choice.",
	section,
	access: updateTemplate.access,
	body: v.strictObject({
		...draft,
		to: described(
			v.optional(v.nullable(v.pipe(v.string(), v.maxLength(40, "Enter a phone number."))), null),
			"For an SMS: the phone number of the user. Others go to the address of the user.",
		),
	}),
	response: v.object({ to: text("The address or number that it was sent to.") }),
	problems: [...draftProblems, "forbidden", "sms_off", "test_not_sent", "too_many_requests"],
	idempotent: true,
});
