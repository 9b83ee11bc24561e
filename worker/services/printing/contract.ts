import * as v from "valibot";
import { described, file, flag, text, whole } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";
import { Id, IdParams } from "#worker/contract/ids";
import { anyOf } from "#worker/contract/permissions";
import { RichText } from "#worker/contract/text/rich-text";
import { chooseSome, selecting, selection } from "#worker/services/applicants/selection.contract";

const access = anyOf("candidate");
const section = "§2 Printable applicant form";

const label = text("What it is called.");
const PrintedResult = v.object({
	title: text("The name of the examination and its sitting."),
	candidate: text("The name of the candidate."),
	registrationNumber: text("The registration number."),
	gender: described(v.picklist(["Male", "Female"]), "The gender."),
	subjects: described(
		v.array(
			v.object({
				name: text("The name of the subject."),
				grade: text("The grade with its meaning."),
				isCredit: flag("Whether the grade is a credit: C6 or better."),
				isCore: flag("Whether it is English or Mathematics, which need a credit."),
			}),
		),
		"The results by subject.",
	),
});

/** One answer on paper; `wide` ones take both columns. */
export const PrintedField = v.variant("kind", [
	v.object({
		kind: described(v.literal("text"), "A plain text."),
		label,
		value: text("The text."),
		wide: flag("Whether it takes both columns."),
	}),
	v.object({
		kind: described(v.literal("rich-text"), "A rich text."),
		label,
		value: described(RichText, "The text as a tree."),
		wide: flag("Whether it takes both columns."),
	}),
	v.object({
		kind: described(v.literal("results"), "Results of examinations."),
		label,
		value: described(v.array(PrintedResult), "The results, one for each sitting."),
		wide: flag("Whether it takes both columns."),
	}),
]);
export type PrintedField = v.InferOutput<typeof PrintedField>;

/** The printable form as texts, in their order on paper: the source of page and PDF. */
export const PrintableForm = v.object({
	organisation: described(
		v.object({
			id: text("The id of the institution."),
			name: text("The name of the institution."),
			email: v.nullable(text("The email address; null without one.")),
			phone: v.nullable(text("The phone number; null without one.")),
			address: v.nullable(text("The postal address; null without one.")),
			logoUrl: v.nullable(text("The address of the logo; null without one.")),
		}),
		"The institution.",
	),
	applicant: described(
		v.object({
			id: text("The id of the applicant."),
			name: text("The full name."),
			applicationNumber: text("The number of the application."),
			applicationTitle: text("The title of the application."),
			hasPhoto: flag("Whether there is a passport picture."),
		}),
		"The applicant.",
	),
	status: described(
		v.object({
			label: text("The status in words."),
			colour: described(v.picklist(["green", "red", "blue", "grey"]), "The colour of the status."),
		}),
		"The state of the application.",
	),
	facts: described(
		v.array(v.object({ label, value: text("The value.") })),
		"Application number, last reviewed, course, registered, tags and submitted by.",
	),
	summaryUrl: text("The address of the public summary, for the QR code."),
	sections: described(
		v.array(
			v.object({
				id: text("The id of the section."),
				title: text("The title of the section."),
				fields: described(v.array(PrintedField), "The answers."),
			}),
		),
		"The sections of the form.",
	),
});
export type PrintableForm = v.InferOutput<typeof PrintableForm>;

export const getPrintableForm = defineEndpoint({
	method: "GET",
	path: "/candidates/:id/printable-form",
	summary: "The printable applicant form as texts.",
	section,
	access,
	params: IdParams,
	response: PrintableForm,
});

export const getFormPdf = defineEndpoint({
	method: "GET",
	path: "/candidates/:id/form.pdf",
	summary: "The printable applicant form as a PDF.",
	section,
	access,
	params: IdParams,
	response: file("The form.", "application/pdf"),
});

export const getSamplePdf = defineEndpoint({
	method: "GET",
	path: "/designs/:id/sample.pdf",
	summary: "A form design on paper, as applicants' forms are printed, with sample answers.",
	section: "§7 Forms, templates",
	access: anyOf("forms"),
	params: IdParams,
	query: v.strictObject({
		version: described(
			v.optional(
				v.pipe(
					v.string(),
					v.regex(/^[1-9]\d{0,8}$/, "Enter the number of a version."),
					v.metadata({ type: "integer" }),
					v.transform(Number),
				),
			),
			"The number of a published version; the draft, or otherwise the published version, without it.",
		),
	}),
	response: file("The form.", "application/pdf"),
});

/** §2 Download applicant form, for a selection: as one PDF, or a zip with one each. */
export const PrintAs = v.picklist(["pdf", "zip"], "Choose one PDF or a zip file.");

/** Applicants one PDF may hold, and one zip file. */
export const maxFormsInPdf = 50;
export const maxFormsInZip = 1_000;

export const tooManyForms = `At most ${maxFormsInZip.toLocaleString("en")} applicants at a time.`;
export const tooManyForPdf = `One PDF holds at most ${maxFormsInPdf} applicants. Choose a zip file.`;

export const printForms = defineEndpoint({
	method: "POST",
	path: "/candidates/forms",
	summary:
		"Draw the forms of a selection in the background; the response names the task, whose file can then be downloaded.",
	section,
	access,
	body: v.pipe(
		selecting(
			v.strictObject({
				...selection,
				candidateIds: described(
					v.optional(v.pipe(v.array(Id), v.minLength(1, chooseSome), v.maxLength(maxFormsInZip, tooManyForms))),
					"The ids of the applicants.",
				),
				as: described(PrintAs, "One PDF, or a zip file with one PDF each."),
				isClear: described(
					v.optional(v.boolean(), false),
					"Whether sensitive answers are printed as they are, which is logged; `candidate:u` may. Otherwise they are masked.",
				),
			}),
		),
		v.forward(
			v.check(({ candidateIds, as }) => as === "zip" || new Set(candidateIds).size <= maxFormsInPdf, tooManyForPdf),
			["as"],
		),
	),
	example: { candidateIds: ["adaeze-okafor-2026"], as: "pdf" },
	response: v.object({ taskId: text("The task that draws the forms."), forms: whole("How many forms are drawn.") }),
	accepted: "/tasks/{taskId}",
	problems: ["application_unavailable", "selection_changed", "stage_unknown", "too_many_tasks", "forbidden"],
	idempotent: true,
});
