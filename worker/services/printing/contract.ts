import * as v from "valibot";
import { defineEndpoint } from "#worker/contract/endpoint";
import { Id, IdParams } from "#worker/contract/ids";
import { anyOf } from "#worker/contract/permissions";
import { RichText } from "#worker/contract/text/rich-text";
import { chooseSome, selecting, selection } from "#worker/services/applicants/selection.contract";

const access = anyOf("candidate");
const section = "§2 Printable applicant form";

const label = v.string();
const PrintedResult = v.object({
	title: v.string(),
	candidate: v.string(),
	registrationNumber: v.string(),
	gender: v.picklist(["Male", "Female"]),
	subjects: v.array(v.object({ name: v.string(), grade: v.string() })),
});

/** One answer on paper; `wide` ones take both columns. */
export const PrintedField = v.variant("kind", [
	v.object({ kind: v.literal("text"), label, value: v.string(), wide: v.boolean() }),
	v.object({ kind: v.literal("rich-text"), label, value: RichText, wide: v.boolean() }),
	v.object({ kind: v.literal("results"), label, value: v.array(PrintedResult), wide: v.boolean() }),
]);
export type PrintedField = v.InferOutput<typeof PrintedField>;

/** The printable form as texts, in their order on paper: the source of page and PDF. */
export const PrintableForm = v.object({
	organisation: v.object({
		id: v.string(),
		name: v.string(),
		email: v.nullable(v.string()),
		phone: v.nullable(v.string()),
		address: v.nullable(v.string()),
		hasLogo: v.boolean(),
	}),
	applicant: v.object({
		id: v.string(),
		name: v.string(),
		applicationNumber: v.string(),
		applicationTitle: v.string(),
		hasPhoto: v.boolean(),
	}),
	status: v.object({ label: v.string(), colour: v.picklist(["green", "red", "blue", "grey"]) }),
	/** Application number, last reviewed, course, registered, tags, submitted by. */
	facts: v.array(v.object({ label, value: v.string() })),
	/** The public summary's address, for the QR code. */
	summaryUrl: v.string(),
	sections: v.array(
		v.object({
			id: v.string(),
			title: v.string(),
			description: v.optional(v.string()),
			fields: v.array(PrintedField),
		}),
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
	problems: ["not_found"],
});

export const getFormPdf = defineEndpoint({
	method: "GET",
	path: "/candidates/:id/form.pdf",
	summary: "The printable applicant form as a PDF.",
	section,
	access,
	params: IdParams,
	response: v.instance(Response),
	problems: ["not_found"],
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
	summary: "Draw the forms of a selection in the background; the answer names the task, whose file is downloaded.",
	section,
	access,
	body: v.pipe(
		selecting(
			v.strictObject({
				...selection,
				candidateIds: v.optional(
					v.pipe(v.array(Id), v.minLength(1, chooseSome), v.maxLength(maxFormsInZip, tooManyForms)),
				),
				as: PrintAs,
			}),
		),
		v.forward(
			v.check(({ candidateIds, as }) => as === "zip" || new Set(candidateIds).size <= maxFormsInPdf, tooManyForPdf),
			["as"],
		),
	),
	response: v.object({ taskId: v.string(), forms: v.number() }),
	accepted: "/tasks/{taskId}",
	problems: ["application_unavailable", "selection_changed", "stage_unknown"],
	idempotent: true,
});
