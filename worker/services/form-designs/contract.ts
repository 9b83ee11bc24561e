import * as v from "valibot";
import { described, flag, moment, text, whole } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";
import { FormLayout } from "#worker/contract/forms/form-schema";
import { LayoutToSave } from "#worker/contract/forms/layout-to-save";
import { IdParams } from "#worker/contract/ids";
import { Keyword, QueryBoolean } from "#worker/contract/page";
import { anyOf } from "#worker/contract/permissions";
import { recordEndpoints, recordName } from "#worker/contract/records";
import { RecordVersion, SeenVersion, SeenVersionInQuery } from "#worker/contract/version";

const section = "§7 Forms, templates";
const managers = anyOf("forms");

const Status = v.picklist(["draft", "published"], "Unknown status");

/** The forms that applicants fill in (§3 Form design). */
export const designRecord = recordEndpoints({
	path: "/designs",
	one: "form",
	many: "forms",
	section,
	access: { read: managers, manage: managers, create: ["forms:c"], update: ["forms:u"], delete: ["forms:d"] },
	fields: {
		title: recordName("The title of the form, which staff choose it by.", 120, "Enter a title"),
		active: described(v.optional(v.boolean(), true), "Whether it is offered to applications; true by default."),
	},
	row: {
		title: text("The title of the form."),
		active: flag("Whether it is offered to applications."),
		status: described(
			Status,
			"`published`: applicants can fill in a version of it. `draft`: no version was published yet.",
		),
		publishedVersion: whole("The number of the version that new applicants fill in; 0 without one."),
		hasDraft: flag("Whether somebody is preparing the next version."),
		tiedApplications: described(
			v.array(v.object({ id: text("The id of the application."), title: text("The title of the application.") })),
			"The applications that use it, or offer a course with it, by title.",
		),
	},
	query: {
		name: described(v.optional(Keyword, ""), "Only forms whose title contains every word of this text."),
		active: described(v.optional(QueryBoolean), "Only active, or only inactive forms."),
		status: described(v.optional(Status), "Only published forms, or only those that never were."),
	},
	sorts: ["title", "created"],
	aliases: { index: "page" },
	problems: {
		create: ["whole_institution_needed"],
		update: ["whole_institution_needed"],
		remove: ["form_in_use", "whole_institution_needed"],
	},
});
export const {
	list: listDesigns,
	find: getDesign,
	create: createDesign,
	update: updateDesign,
	remove: deleteDesign,
	history: listDesignChanges,
	restore: restoreDesign,
} = designRecord;
export const Design = getDesign.response;
export type Design = v.InferOutput<typeof Design>;

const { title } = designRecord.create.body.entries;

export const setDesignActive = defineEndpoint({
	method: "PATCH",
	path: "/designs/:id",
	summary: "Offer a form to applications, or stop offering it. Applications that use it keep it.",
	section,
	access: updateDesign.access,
	params: IdParams,
	body: v.strictObject({ active: flag("Whether it is offered to applications."), version: SeenVersion }),
	response: Design,
	problems: ["changed_meanwhile", "whole_institution_needed"],
});

const creation = {
	...({ method: "POST", section, access: createDesign.access, response: Design } as const),
	...({ created: "/designs/{id}", problems: ["whole_institution_needed"], idempotent: true } as const),
};

export const copyDesign = defineEndpoint({
	...creation,
	path: "/designs/:id/copy",
	summary:
		"Create a form with the sections and fields of another: of its draft, or otherwise of its published version.",
	params: IdParams,
	body: v.strictObject({ title }),
});

export const starterIds = ["utme", "direct-entry", "postgraduate", "scholarship"] as const;
const StarterId = described(v.picklist(starterIds, "Unknown starter"), "The id of the starter.");

export const listStarters = defineEndpoint({
	method: "GET",
	path: "/designs/starters",
	summary: "The starters that a new form can begin with.",
	section,
	access: managers,
	response: v.object({
		starters: described(
			v.array(
				v.object({
					id: StarterId,
					title: text("The title of the starter."),
					description: text("What it is for."),
					sections: described(v.array(v.string()), "The titles of its sections."),
				}),
			),
			"The starters.",
		),
	}),
});

export const startDesign = defineEndpoint({
	...creation,
	path: "/designs/starters",
	summary: "Create a form with the sections and fields of a starter.",
	body: v.strictObject({ title, starter: StarterId }),
});

/** What a file of a form says that it is. */
export const designFormat = "matricula-form-design-1";

/** A form as a file (§2 Forms). */
export const DesignFile = v.strictObject({
	format: described(v.literal(designFormat, `The format must be “${designFormat}”.`), "What the file is."),
	title,
	layout: described(LayoutToSave, "The sections and fields."),
});
export type DesignFile = v.InferOutput<typeof DesignFile>;

export const importDesign = defineEndpoint({
	...creation,
	path: "/designs/import",
	summary: "Create a form from an exported file. Anything that is not a form is refused, with its place.",
	body: v.strictObject({ design: described(DesignFile, "The content of the file.") }),
	example: { design: { format: designFormat, title: "Undergraduate form", layout: { sections: [] } } },
});

export const exportDesign = defineEndpoint({
	method: "GET",
	path: "/designs/:id/export",
	summary: "A form as JSON, which can be imported: its draft, or otherwise its published version.",
	section,
	access: managers,
	params: IdParams,
	response: v.object({
		format: text("What the file is."),
		title: text("The title of the form."),
		layout: described(FormLayout, "The sections and fields."),
	}),
});

export const DesignDraft = v.object({
	layout: described(
		FormLayout,
		"The sections and fields of the draft, or of the published version while there is none.",
	),
	isStarted: flag("Whether there is a draft."),
	canUndo: flag("Whether the last change can be undone, or the draft that was discarded brought back."),
	canRedo: flag("Whether a change that was undone can be made again."),
	steps: described(
		v.array(
			v.object({
				step: whole("The number of the step."),
				what: text("What was changed."),
				by: v.nullable(text("The name of the user who changed it; null for nobody.")),
				at: moment("When it was changed."),
				isUndone: flag("Whether it was undone."),
			}),
		),
		"The last changes of the draft, the newest first.",
	),
	problems: described(
		v.array(
			v.object({
				sectionId: v.nullable(text("The id of the section; null for the whole form.")),
				fieldId: v.nullable(text("The id of the field; null for the whole section.")),
				message: text("What is wrong, and what to do."),
				isOfCondition: v.optional(flag("Whether it is wrong when the part is asked for.")),
			}),
		),
		"What prevents it from being published, in the order of the form.",
	),
	changes: described(v.array(v.string()), "What differs from the published version, in words."),
	publishedVersion: whole("The number of the published version; 0 without one."),
	title: text("The title of the form."),
	version: RecordVersion,
});
export type DesignDraft = v.InferOutput<typeof DesignDraft>;

export const getDesignDraft = defineEndpoint({
	method: "GET",
	path: "/designs/:id/draft",
	summary: "The draft of a form's next version, with what prevents it from being published.",
	section,
	access: managers,
	params: IdParams,
	response: DesignDraft,
});

const ofDraft = {
	...({ section, access: updateDesign.access, params: IdParams, response: DesignDraft } as const),
};
const draftProblems = ["changed_meanwhile", "whole_institution_needed"] as const;

export const saveDesignDraft = defineEndpoint({
	...ofDraft,
	method: "PUT",
	path: "/designs/:id/draft",
	summary: "Replace the draft of a form. The published version and submitted forms stay as they are.",
	body: v.strictObject({ layout: described(LayoutToSave, "The sections and fields."), version: SeenVersion }),
	example: { layout: { sections: [] } },
	problems: draftProblems,
});

export const stepDesignDraft = defineEndpoint({
	...ofDraft,
	method: "POST",
	path: "/designs/:id/draft/step",
	summary: "Undo the last change of a draft, redo it, or bring back the draft that was discarded last (undo).",
	body: v.strictObject({
		to: described(v.picklist(["undo", "redo"], "This must be undo or redo."), "Which way."),
		version: SeenVersion,
	}),
	problems: [...draftProblems, "form_draft_missing"],
	idempotent: true,
});

export const dropDesignDraft = defineEndpoint({
	...ofDraft,
	method: "DELETE",
	path: "/designs/:id/draft",
	summary: "Discard the draft of a form that was published. Undo brings it back until another draft begins.",
	query: v.strictObject({ version: SeenVersionInQuery }),
	problems: [...draftProblems, "form_never_published"],
});

export const publishDesign = defineEndpoint({
	...ofDraft,
	method: "POST",
	path: "/designs/:id/publish",
	summary: "Publish the draft as the next version. Applicants who submitted an earlier version keep it.",
	body: v.strictObject({ version: SeenVersion }),
	problems: [...draftProblems, "form_not_ready", "form_unchanged"],
	idempotent: true,
});

const VersionNumber = v.pipe(
	v.string(),
	v.metadata({ type: "integer" }),
	// why not refused: what is no number is that of no version, and is not found.
	v.transform((text) => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0)),
);
const VersionParams = v.strictObject({
	...IdParams.entries,
	number: described(VersionNumber, "The number of the version."),
});

export const DesignVersion = v.object({
	number: whole("The number of the version, from 1."),
	by: v.nullable(text("The name of the user who published it; null for nobody.")),
	at: moment("When it was published."),
	fields: whole("How many fields it has."),
	submissions: whole("How many applicants have answered it."),
});
export type DesignVersion = v.InferOutput<typeof DesignVersion>;

export const listDesignVersions = defineEndpoint({
	method: "GET",
	path: "/designs/:id/versions",
	summary: "The published versions of a form, the newest first, with the number of applicants who answered each.",
	section,
	access: managers,
	params: IdParams,
	response: v.object({ versions: described(v.array(DesignVersion), "The versions, the newest first.") }),
});

export const getDesignVersion = defineEndpoint({
	method: "GET",
	path: "/designs/:id/versions/:number",
	summary: "A published version of a form, with what differs from the one before.",
	section,
	access: managers,
	params: VersionParams,
	response: v.object({
		number: whole("The number of the version."),
		layout: described(FormLayout, "The sections and fields."),
		changes: described(v.array(v.string()), "What differs from the version before, in words; empty for the first one."),
	}),
});

export const restoreDesignVersion = defineEndpoint({
	...ofDraft,
	method: "POST",
	path: "/designs/:id/versions/:number/restore",
	summary: "Make a former version the draft. It can be undone, and nothing is published.",
	params: VersionParams,
	body: v.strictObject({ version: SeenVersion }),
	problems: draftProblems,
	idempotent: true,
});
