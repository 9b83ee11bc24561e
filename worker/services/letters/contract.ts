import * as v from "valibot";
import { previewed, rowsPage, started } from "#worker/contract/bulk";
import { described, file, moment, text, whole } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";
import { Id, IdParams } from "#worker/contract/ids";
import { PageOf, ShortListQuery } from "#worker/contract/page";
import { anyOf } from "#worker/contract/permissions";
import { EmptyFields } from "#worker/contract/shown-email";
import { requiredLine } from "#worker/contract/text/required-line";
import { selecting, selection } from "#worker/services/applicants/selection.contract";

const readers = anyOf("candidate");
const writers = ["candidate:u"] as const;
const section = "§2 Applicant side sheet, Offer Letter";

/** A letter that is not withdrawn is replaced as soon as its applicant has another one in force. */
export const LetterState = v.picklist(["in_force", "withdrawn", "replaced"]);
export type LetterState = v.InferOutput<typeof LetterState>;

export const Letter = v.object({
	id: text("The id of the letter."),
	templateName: text("The name of the template that it was made from."),
	stageName: v.nullable(text("The name of the stage that it was made for; null for none.")),
	size: whole("The size of the PDF in bytes."),
	state: described(LetterState, "Whether it is in force."),
	code: v.nullable(
		text("The code on the letter, with which anybody can verify it; null for a letter from before there were codes."),
	),
	checks: whole("How often it was verified. Who did so is not kept."),
	lastCheckedAt: v.nullable(moment("When it was last verified; null for never.")),
	withdrawal: v.nullable(
		described(
			v.object({
				reason: text("Why it was withdrawn."),
				createdByName: text("The name of the user who withdrew it."),
				createdAt: moment("When it was withdrawn."),
			}),
			"Its withdrawal; null for a letter that was not withdrawn.",
		),
	),
	createdByName: text("The name of the user who made it."),
	createdAt: moment("When it was made."),
});
export type Letter = v.InferOutput<typeof Letter>;

/** The most letters that an applicant's history shows. */
export const maxLetters = 100;

export const listLetters = defineEndpoint({
	method: "GET",
	path: "/candidates/:id/letters",
	summary: `The applicant's letters, newest first, ${maxLetters} at most, each with its state.`,
	section,
	access: readers,
	params: IdParams,
	query: ShortListQuery,
	response: PageOf(Letter),
});

const letterParams = v.strictObject({
	id: described(Id, "The id of the applicant."),
	letterId: described(Id, "The id of the letter."),
});

export const getLetter = defineEndpoint({
	method: "GET",
	path: "/candidates/:id/letters/:letterId",
	summary: "One letter as a PDF.",
	section,
	access: readers,
	params: letterParams,
	headers: v.object({
		range: v.optional(
			text("A range of bytes, such as `bytes=0-1023`. Several at once are answered with the whole file."),
		),
	}),
	response: file("The letter.", "application/pdf"),
	problems: ["not_found", "range_unsatisfiable"],
});

/** The document template that a letter is made from. */
export const LetterRequest = v.strictObject(
	{
		templateId: described(
			v.pipe(v.string("Choose a template"), v.minLength(1, "Choose a template"), Id),
			"The id of the document template.",
		),
	},
	"Choose a template",
);

export const makeLetter = defineEndpoint({
	method: "POST",
	path: "/candidates/:id/letters",
	summary: "Make a letter from a document template and keep it.",
	section,
	access: writers,
	params: IdParams,
	body: LetterRequest,
	response: Letter,
	created: "/candidates/{params.id}/letters/{id}",
	problems: ["not_found", "template_unknown", "merge_field_unknown"],
	idempotent: true,
});

const maxReason = 500;
const Reason = described(
	requiredLine("Enter the reason", maxReason, `A reason can have at most ${maxReason} characters.`),
	"Why; kept in the activity log, for staff.",
);

export const withdrawLetter = defineEndpoint({
	method: "POST",
	path: "/candidates/:id/letters/:letterId/withdrawal",
	summary: "Withdraw the letter in force. It is kept, and anyone who verifies it sees that it was withdrawn.",
	section,
	access: writers,
	params: letterParams,
	body: v.strictObject({ reason: Reason }),
	example: { reason: "The results were not confirmed." },
	response: Letter,
	problems: ["not_found", "letter_not_in_force"],
	idempotent: true,
});

export const replaceLetter = defineEndpoint({
	method: "POST",
	path: "/candidates/:id/letters/:letterId/replacement",
	summary: "Make a letter that replaces the one in force. Anyone who verifies the old one sees that it was replaced.",
	section,
	access: writers,
	params: letterParams,
	body: v.strictObject({ ...LetterRequest.entries, reason: Reason }, "Choose a template"),
	example: { templateId: "admission-letter", reason: "The name was misspelt." },
	response: Letter,
	created: "/candidates/{params.id}/letters/{id}",
	problems: ["not_found", "letter_not_in_force", "template_unknown", "merge_field_unknown"],
	idempotent: true,
});

export const previewLetter = defineEndpoint({
	method: "GET",
	path: "/candidates/:id/letter-preview",
	summary: "What the letter would look like. Nothing is kept.",
	section,
	access: writers,
	params: IdParams,
	query: v.strictObject({ templateId: described(v.optional(Id, "none"), "The id of the document template.") }),
	response: file("The letter as it would look.", "application/pdf"),
	problems: ["not_found", "template_unknown", "merge_field_unknown"],
});

export const letterOfMany = { templateId: described(Id, "The id of the document template.") };
const problems = [
	"template_unknown",
	"merge_field_unknown",
	"merge_field_empty",
	"application_unavailable",
	"selection_changed",
	"stage_unknown",
] as const;

export const previewLetters = defineEndpoint({
	method: "POST",
	path: "/candidates/letters-preview",
	summary:
		"Count how many of a selection would get a letter from a template, and in how many a merge field is empty. Changes nothing.",
	section,
	access: writers,
	body: selecting(v.strictObject({ ...selection, ...letterOfMany, ...rowsPage })),
	example: { candidateIds: ["adaeze-okafor-2026"], templateId: "admission-letter" },
	response: v.object({ ...previewed, emptyFields: EmptyFields }),
	problems,
});

export const makeLetters = defineEndpoint({
	method: "POST",
	path: "/candidates/letters",
	summary: "Make a letter for each of a selection, in the background. The response names the task.",
	section,
	access: writers,
	body: selecting(v.strictObject({ ...selection, ...letterOfMany })),
	example: { candidateIds: ["adaeze-okafor-2026"], templateId: "admission-letter" },
	response: v.object(started),
	accepted: "/tasks/{taskId}",
	problems: [...problems, "too_many_tasks"],
	idempotent: true,
});
