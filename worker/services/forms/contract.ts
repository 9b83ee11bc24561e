import * as v from "valibot";
import { described, moment, text, whole } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";
import { multipartBody } from "#worker/contract/forms/file-part";
import { FormData, FormLayout, RepeatCounts } from "#worker/contract/forms/form-schema";
import { Id, IdParams } from "#worker/contract/ids";
import { anyOf } from "#worker/contract/permissions";
import { requiredLine } from "#worker/contract/text/required-line";

export const Attachment = v.object({
	id: text("The id of the file."),
	fieldId: text("The id of the form field that it belongs to."),
	title: text("What the file is called."),
	section: text("The title of the form section."),
	name: text("The name of the file."),
	mimetype: text("The media type of the file."),
	size: whole("The size of the file in bytes."),
});

/** A submission with its layout, as it is kept. */
const Submission = v.object({
	id: text("The id of the form."),
	applicationKey: text("The id of the application, which names the parts of uploaded files."),
	layout: described(FormLayout, "The form that was answered."),
	data: described(FormData, "The answers by field id."),
	duplicateFields: described(RepeatCounts, "How often sections and rows are repeated."),
	percentComplete: whole("How complete the required answers are, from 0 to 100."),
	submittedAt: v.nullable(moment("When the form was handed in; null while it was not.")),
	updatedAt: moment("When the answers changed last."),
	version: whole("The version of the answers: an update that names another one is refused with 409."),
	attachments: described(v.array(Attachment), "The files that are attached."),
});
export type Submission = v.InferOutput<typeof Submission>;

/** A submission as it is shown: sensitive answers are masked. */
export const MaskedSubmission = v.object({
	...Submission.entries,
	data: described(FormData, "The answers by field id, those to sensitive fields masked."),
	masked: described(
		v.array(v.string()),
		"The ids of the fields whose answer is masked; `POST /forms/{id}/reveals` returns it.",
	),
});
export type MaskedSubmission = v.InferOutput<typeof MaskedSubmission>;

/** A submission with what §3 names of an attachment. */
const OpenedSubmission = v.object({
	...MaskedSubmission.entries,
	attachments: described(
		v.array(
			v.object({
				...Attachment.entries,
				attachmentId: text("The same id, to request the file with."),
				alternateLabel: v.nullable(text("The short label of the form field; null without one.")),
				data: text("The path of its bytes."),
			}),
		),
		"The files that are attached.",
	),
});
export type OpenedSubmission = v.InferOutput<typeof OpenedSubmission>;

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
	response: OpenedSubmission,
});

export const getFormOfApplicant = defineEndpoint({
	method: "GET",
	path: "/candidates/:id/form",
	summary: "What the applicant answered, as `GET /forms/{id}` has it; 404 without a form.",
	section,
	access,
	params: IdParams,
	response: OpenedSubmission,
});

/** Fields that one request reveals. */
const maxRevealed = 50;
const tooManyRevealed = `At most ${maxRevealed} fields at a time.`;

export const revealAnswers = defineEndpoint({
	method: "POST",
	path: "/forms/:id/reveals",
	summary:
		"Return the answers to sensitive fields as they are. The activity log and the applicant's own log say who revealed which fields, and not the answers.",
	section,
	access: editors,
	params: IdParams,
	body: v.strictObject({
		fieldIds: described(
			v.pipe(v.array(Id), v.minLength(1, "Choose a field to reveal."), v.maxLength(maxRevealed, tooManyRevealed)),
			"The ids of the fields, with the `__n` of a repeat.",
		),
	}),
	example: { fieldIds: ["nin"] },
	response: v.object({ answers: described(FormData, "The answers by field id.") }),
	problems: ["not_found"],
});

const maxDepth = 12;
/** why: an answer nested a thousand levels deep would overflow the stack of code that walks through it. */
const isShallow = (value: unknown, depth = 0): boolean =>
	typeof value !== "object" ||
	value === null ||
	(depth < maxDepth && Object.values(value).every((inner) => isShallow(inner, depth + 1)));
const tooDeep = "This is nested too deep.";

const Version = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
/** Only sections and rows whose count changes need to be named. */
const SomeRepeatCounts = v.strictObject({
	sections: described(v.optional(RepeatCounts.entries.sections, {}), "How often each named section is there."),
	rows: described(v.optional(RepeatCounts.entries.rows, {}), "How often each named row is there."),
});
const RemovedFiles = v.pipe(v.array(Id), v.maxLength(1_000));

/**
 * §3 Form submission payload: the properties listed here, and the changed answers by field id. An answer that is not
 * sent is kept; an empty one (null, "") is removed. `percentComplete` is recomputed, and `referee` is ignored:
 * referees answer by a link of their own.
 */
export const FormUpdate = v.pipe(
	v.objectWithRest(
		{
			applicationKey: described(Id, "The id of the application."),
			percentComplete: v.optional(whole("Not read: it is worked out anew.")),
			submit: described(
				v.optional(v.boolean(), false),
				"Whether the form is handed in: then no required answer can be missing.",
			),
			duplicateFields: described(v.optional(SomeRepeatCounts), "Sections and rows whose number of repeats changes."),
			referee: described(v.optional(v.unknown()), "Not read: a referee answers by a link of their own."),
			version: described(v.optional(Version), "The version that the page showed; without it, any version is changed."),
			draft: described(
				v.optional(v.boolean(), false),
				"Whether to take the answers and files of the user's draft as well, and to end it.",
			),
			removedFiles: described(v.optional(RemovedFiles, []), "The ids of files to remove."),
		},
		// why: all other keys are answers; fields that the form does not have are refused by name.
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
	response: MaskedSubmission,
	problems: ["not_found", "stale_form", "in_progress", "form_update_failed"],
	idempotent: true,
});

const { draft: _, removedFiles: __, version: ___, ...submitted } = FormUpdate.pipe[0].entries;
const PersonName = (description: string, missing: string) =>
	described(requiredLine(missing, 80, "Enter at most 80 characters."), description);

/** §3 Form submission payload of somebody who applies: the same, with who they are and what they apply for. */
export const FormSubmission = v.pipe(
	v.objectWithRest(
		{
			...submitted,
			candidate: described(
				v.strictObject({
					firstName: PersonName("The first name.", "Enter the first name"),
					middleName: described(v.optional(v.nullable(v.pipe(v.string(), v.maxLength(80)))), "The middle name."),
					lastName: PersonName("The last name.", "Enter the last name"),
					accountEmail: described(
						v.pipe(v.string("Enter an email address"), v.trim(), v.maxLength(320), v.email("Enter an email address")),
						"The email address of the account; each of an application has its own.",
					),
					courseId: described(Id, "The course that is applied for."),
				}),
				"Who applies, and for what.",
			),
		},
		v.unknown(),
	),
	v.check((data) => isShallow(data), tooDeep),
);
export type FormSubmission = v.InferOutput<typeof FormSubmission>;

export const submitForm = defineEndpoint({
	method: "POST",
	path: "/forms",
	summary:
		"Begin the form of a new applicant, or hand it in: the applicant gets a number and comes to the first stage, or to that of submitted forms. Parts as in `PUT /forms/{id}`.",
	section,
	access: ["candidate:c"],
	body: multipartBody(FormSubmission),
	example: {
		applicationKey: "undergraduate-2026",
		submit: true,
		candidate: {
			firstName: "Adaeze",
			lastName: "Okafor",
			accountEmail: "adaeze.okafor@mail.example",
			courseId: "physics",
		},
		phone: "0803 123 4567",
	},
	encoding: "multipart",
	alsoJson: true,
	response: v.object({
		id: text("The id of the form."),
		candidateId: text("The id of the applicant."),
		applicationNumber: text("The application number."),
		stageId: text("The id of the stage that the applicant has come to."),
	}),
	created: "/forms/{id}",
	problems: [
		...(["application_unavailable", "application_not_open", "course_not_offered", "email_taken"] as const),
		"form_update_failed",
	],
	idempotent: true,
});

const WaitingFile = v.object({
	id: text("The id of the file."),
	fieldId: text("The id of the form field that it belongs to."),
	name: text("The name of the file."),
	mimetype: text("The media type of the file."),
	size: whole("The size of the file in bytes."),
});

/** What a member of staff typed into a form and has not submitted: only the differences, as typed. */
export const FormDraft = v.object({
	version: whole("The version of the answers that the draft began with."),
	data: described(FormData, "Answers by field id; null where one is removed."),
	duplicateFields: described(RepeatCounts, "How often sections and rows are repeated."),
	files: described(v.array(WaitingFile), "The files of the draft."),
	removedFiles: described(v.array(v.string()), "The ids of attachments to remove."),
	updatedAt: moment("When the draft changed last."),
});
export type FormDraft = v.InferOutput<typeof FormDraft>;

export const getDraft = defineEndpoint({
	method: "GET",
	path: "/forms/:id/draft",
	summary: "What the user typed into this form and has not saved; null when there is nothing.",
	section,
	access: editors,
	params: IdParams,
	response: v.nullable(FormDraft),
});

/** The content of one page of the wizard. */
export const DraftPage = v.pipe(
	v.strictObject({
		version: described(Version, "The version of the answers that the draft begins with."),
		data: described(v.optional(FormData, {}), "Answers by field id, right or wrong."),
		duplicateFields: described(v.optional(SomeRepeatCounts), "Sections and rows whose number of repeats changes."),
		removedFiles: described(
			v.optional(RemovedFiles),
			"The ids of all attachments to remove; without it those named before are kept.",
		),
		removedDraftFiles: described(v.optional(RemovedFiles, []), "The ids of files to take out of the draft again."),
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
	summary: "Discard what the user typed into this form and did not save.",
	section,
	access: editors,
	params: IdParams,
	response: v.object({ id: text("The id of the form.") }),
});
