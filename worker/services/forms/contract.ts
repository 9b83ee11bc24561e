import * as v from "valibot";
import { defineEndpoint } from "#worker/contract/endpoint";
import { multipartBody } from "#worker/contract/forms/file-part";
import { FormData, FormLayout, RepeatCounts } from "#worker/contract/forms/form-schema";
import { Id, IdParams } from "#worker/contract/ids";
import { anyOf } from "#worker/contract/permissions";

/** §3 Attachment. */
export const Attachment = v.object({
	id: v.string(),
	fieldId: v.string(),
	title: v.string(),
	section: v.string(),
	name: v.string(),
	mimetype: v.string(),
	/** In bytes. */
	size: v.number(),
});

/** A submission with the layout it was made with. */
export const Submission = v.object({
	id: v.string(),
	/** The application's id: the first half of the name of an uploaded file's part (§7). */
	applicationKey: v.string(),
	layout: FormLayout,
	data: FormData,
	duplicateFields: RepeatCounts,
	percentComplete: v.number(),
	submittedAt: v.nullable(v.number()),
	updatedAt: v.number(),
	version: v.number(),
	attachments: v.array(Attachment),
});
export type Submission = v.InferOutput<typeof Submission>;

const section = "§7 Candidates, form data repository";
const access = anyOf("candidate");
const editors = ["candidate:u"] as const;

export const getForm = defineEndpoint({
	method: "GET",
	path: "/forms/:id",
	summary: "What an applicant answered, with the layout of the version they answered.",
	section,
	access,
	params: IdParams,
	response: Submission,
	problems: ["not_found"],
});

const maxDepth = 12;
/** why: what is nested a thousand deep is no answer, and whoever walks through it falls. */
const isShallow = (value: unknown, depth = 0): boolean =>
	typeof value !== "object" ||
	value === null ||
	(depth < maxDepth && Object.values(value).every((inner) => isShallow(inner, depth + 1)));
const tooDeep = "This is nested too deep.";

const Version = v.pipe(v.number(), v.integer(), v.minValue(1));
/** Only the sections and rows whose count changes need to be named. */
const SomeRepeatCounts = v.strictObject({
	sections: v.optional(RepeatCounts.entries.sections, {}),
	rows: v.optional(RepeatCounts.entries.rows, {}),
});
const RemovedFiles = v.pipe(v.array(Id), v.maxLength(1_000));

/**
 * §3 Form submission payload: what is listed here, and the answers that change by field id. An answer that is not sent
 * stays; an empty one (null, "") takes the answer away. `percentComplete` is worked out anew, `referee` is not read: a
 * referee answers by a link of their own.
 */
export const FormUpdate = v.pipe(
	v.objectWithRest(
		{
			applicationKey: Id,
			percentComplete: v.optional(v.number()),
			/** True when the form is handed in: then nothing required may be missing. */
			submit: v.optional(v.boolean(), false),
			duplicateFields: v.optional(SomeRepeatCounts),
			referee: v.optional(v.unknown()),
			/** The version of the submission that the page showed; without it, whatever is there is changed. */
			version: v.optional(Version),
			/** Take the answers and files from my draft as well, and be done with it. What is sent beside it goes on top. */
			draft: v.optional(v.boolean(), false),
			/** Attachments to take off. */
			removedFiles: v.optional(RemovedFiles, []),
		},
		// why: the rest are answers; those of fields that the form does not have are refused by name.
		v.unknown(),
	),
	v.check((data) => isShallow(data), tooDeep),
);
export type FormUpdate = v.InferOutput<typeof FormUpdate>;

export const updateForm = defineEndpoint({
	method: "PUT",
	path: "/forms/:id",
	summary:
		"Change answers. Part `data` is JSON, each file a part named `{applicationKey}:{fieldId}`; a field's new files take the place of its former ones.",
	section,
	access: editors,
	params: IdParams,
	body: multipartBody(FormUpdate),
	encoding: "multipart",
	response: Submission,
	problems: ["not_found", "stale_form", "form_update_failed"],
	idempotent: true,
});

/** A file that waits in a draft. */
const WaitingFile = v.object({
	id: v.string(),
	fieldId: v.string(),
	name: v.string(),
	mimetype: v.string(),
	/** In bytes. */
	size: v.number(),
});

/** What a member of staff typed into a form and has not saved: only what differs, as it was typed. */
export const FormDraft = v.object({
	/** The version of the submission it was begun on. */
	version: v.number(),
	/** Answers by field id; null where one was taken away. */
	data: FormData,
	duplicateFields: RepeatCounts,
	files: v.array(WaitingFile),
	removedFiles: v.array(v.string()),
	updatedAt: v.number(),
});
export type FormDraft = v.InferOutput<typeof FormDraft>;

export const getDraft = defineEndpoint({
	method: "GET",
	path: "/forms/:id/draft",
	summary: "What I typed into this form and have not saved; null when there is nothing.",
	section,
	access: editors,
	params: IdParams,
	response: v.nullable(FormDraft),
	problems: ["not_found"],
});

/** What one page of the wizard holds. */
export const DraftPage = v.pipe(
	v.strictObject({
		version: Version,
		data: v.optional(FormData, {}),
		duplicateFields: v.optional(SomeRepeatCounts),
		/** All attachments that are to be taken off; left out, those named before stay named. */
		removedFiles: v.optional(RemovedFiles),
		/** Files of the draft itself to take out again, by id. */
		removedDraftFiles: v.optional(RemovedFiles, []),
	}),
	v.check((page) => isShallow(page), tooDeep),
);
export type DraftPage = v.InferOutput<typeof DraftPage>;

export const saveDraft = defineEndpoint({
	method: "PUT",
	path: "/forms/:id/draft",
	summary:
		"Keep what a page holds: its answers are merged into my draft as they were typed, right or wrong. Parts as for `PUT /forms/{id}`.",
	section,
	access: editors,
	params: IdParams,
	body: multipartBody(DraftPage),
	encoding: "multipart",
	response: FormDraft,
	problems: ["not_found", "in_progress"],
});

export const dropDraft = defineEndpoint({
	method: "DELETE",
	path: "/forms/:id/draft",
	summary: "Forget what I typed into this form and did not save.",
	section,
	access: editors,
	params: IdParams,
	response: v.object({ id: v.string() }),
	problems: ["not_found"],
});
