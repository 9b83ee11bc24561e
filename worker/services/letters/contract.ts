import * as v from "valibot";
import { previewed, rowsPage, started } from "#worker/contract/bulk";
import { defineEndpoint } from "#worker/contract/endpoint";
import { Id, IdParams } from "#worker/contract/ids";
import { PageOf, ShortListQuery } from "#worker/contract/page";
import { anyOf } from "#worker/contract/permissions";
import { selecting, selection } from "#worker/services/applicants/selection.contract";

const readers = anyOf("candidate");
const writers = ["candidate:u"] as const;
const section = "§2 Applicant side sheet, Offer Letter";

/** A letter that was made for an applicant. */
export const Letter = v.object({
	id: v.string(),
	templateName: v.string(),
	/** The stage it was made for. */
	stageName: v.nullable(v.string()),
	/** In bytes. */
	size: v.number(),
	createdByName: v.string(),
	createdAt: v.number(),
});
export type Letter = v.InferOutput<typeof Letter>;

/** The most letters that an applicant's history shows. */
export const maxLetters = 100;

export const listLetters = defineEndpoint({
	method: "GET",
	path: "/candidates/:id/letters",
	summary: `The applicant's letters, newest first, ${maxLetters} at most; the newest is the one in force.`,
	section,
	access: readers,
	params: IdParams,
	query: ShortListQuery,
	response: PageOf(Letter),
	problems: ["not_found"],
});

export const getLetter = defineEndpoint({
	method: "GET",
	path: "/candidates/:id/letters/:letterId",
	summary: "One letter as a PDF.",
	section,
	access: readers,
	params: v.strictObject({ id: Id, letterId: Id }),
	headers: v.object({ range: v.optional(v.string()) }),
	response: v.instance(Response),
	problems: ["not_found", "range_unsatisfiable"],
});

/** Names the document template a letter is made from. */
export const LetterRequest = v.strictObject(
	{ templateId: v.pipe(v.string("Choose a template"), v.minLength(1, "Choose a template"), Id) },
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

export const previewLetter = defineEndpoint({
	method: "GET",
	path: "/candidates/:id/letter-preview",
	summary: "What the letter would look like. Keeps nothing.",
	section,
	access: writers,
	params: IdParams,
	query: v.strictObject({ templateId: v.optional(Id, "none") }),
	response: v.instance(Response),
	problems: ["not_found", "template_unknown", "merge_field_unknown"],
});

/** Letters for many: from which template. */
export const letterOfMany = { templateId: Id };
const problems = [
	"template_unknown",
	"merge_field_unknown",
	"application_unavailable",
	"selection_changed",
	"stage_unknown",
] as const;

export const previewLetters = defineEndpoint({
	method: "POST",
	path: "/candidates/letters-preview",
	summary: "Count how many of a selection would get a letter from a template. Changes nothing.",
	section,
	access: writers,
	body: selecting(v.strictObject({ ...selection, ...letterOfMany, ...rowsPage })),
	response: v.object(previewed),
	problems,
});

export const makeLetters = defineEndpoint({
	method: "POST",
	path: "/candidates/letters",
	summary: "Make a letter for each of a selection, in the background. The response names the task.",
	section,
	access: writers,
	body: selecting(v.strictObject({ ...selection, ...letterOfMany })),
	response: v.object(started),
	accepted: "/tasks/{taskId}",
	problems,
	idempotent: true,
});
