import * as v from "valibot";
import { defineEndpoint } from "#worker/contract/endpoint";
import { Id, IdParams } from "#worker/contract/ids";
import { PageOf, ShortListQuery } from "#worker/contract/page";
import { anyOf } from "#worker/contract/permissions";
import { choice, chooseSome, isOneChoice, listedRows, rowsPage } from "#worker/services/applicants/batch.contract";

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
	params: v.object({ id: Id, letterId: Id }),
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
	query: v.object({ templateId: v.optional(Id, "none") }),
	response: v.instance(Response),
	problems: ["not_found", "template_unknown", "merge_field_unknown"],
});

const ofMany = { ...choice, templateId: Id };

export const previewLetters = defineEndpoint({
	method: "POST",
	path: "/candidates/letters-preview",
	summary: "To how many of a selection a letter would be made, from what, and who they are. Changes nothing.",
	section,
	access: writers,
	body: v.pipe(
		v.strictObject({ ...ofMany, ...rowsPage }),
		v.forward(
			v.check((asked) => isOneChoice(asked), chooseSome),
			["candidateIds"],
		),
	),
	response: v.object({
		templateName: v.string(),
		letters: v.number(),
		/** Those whose letter in force says the same. */
		alreadyThere: v.number(),
		notFound: v.number(),
		...listedRows,
	}),
	problems: [
		"template_unknown",
		"merge_field_unknown",
		"application_unavailable",
		"selection_changed",
		"stage_unknown",
	],
});

export const makeLetters = defineEndpoint({
	method: "POST",
	path: "/candidates/letters",
	summary: "Make a letter for each of a selection, in the background; the answer names the task.",
	section,
	access: writers,
	body: v.pipe(
		v.strictObject(ofMany),
		v.forward(
			v.check((asked) => isOneChoice(asked), chooseSome),
			["candidateIds"],
		),
	),
	response: v.object({ taskId: v.string() }),
	accepted: "/tasks/{taskId}",
	problems: [
		"template_unknown",
		"merge_field_unknown",
		"application_unavailable",
		"selection_changed",
		"stage_unknown",
	],
	idempotent: true,
});
