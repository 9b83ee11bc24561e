import * as v from "valibot";
import { described, flag, moment, text } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";
import { Id } from "#worker/contract/ids";
import { RecordVersion, SeenVersion, SeenVersionInQuery } from "#worker/contract/version";
import {
	createTemplate,
	maxContentLength,
	type TemplateType,
	updateTemplate,
} from "#worker/services/templates/contract";

/** Returns the id by which a user's own draft of a template that is not created yet is known. */
export const idOfNew = (type: TemplateType) => `new-${type}`;

/** What a draft can have at most: more than what can be published, because it is kept as it is typed. */
export const maxDraftLengths = { name: 1_000, subject: 2_000, content: maxContentLength + 50_000 } as const;

const typed = (part: keyof typeof maxDraftLengths, description: string) => {
	const longest = maxDraftLengths[part];
	const tooLong = `A draft can have at most ${longest.toLocaleString("en")} characters here.`;
	return described(v.pipe(v.string(), v.maxLength(longest, tooLong)), description);
};

export const TemplateDraft = v.object({
	name: text("The name of the template."),
	subject: text("The subject of an email; empty for other types."),
	content: text("The text: HTML; for an SMS plain text."),
	isStarted: flag("Whether there is a draft; otherwise the texts are those of the template."),
	canUndo: flag("Whether the last change can be undone, or the draft that was discarded brought back."),
	canRedo: flag("Whether a change that was undone can be made again."),
	changed: described(
		v.array(v.picklist(["name", "subject", "content"])),
		"What the last change was about; nothing at the beginning.",
	),
	by: v.nullable(text("The name of the user who made the last change; null for nobody.")),
	at: v.nullable(moment("When it was saved; null without a draft.")),
	isBehind: flag("Whether the template was saved, as something else, since the draft began."),
	version: RecordVersion,
});
export type TemplateDraft = v.InferOutput<typeof TemplateDraft>;

const ofDraft = {
	section: "§7 Forms, templates",
	access: [...createTemplate.access, ...updateTemplate.access],
	params: v.strictObject({
		id: described(
			Id,
			"The id of the template; `new-email`, `new-document` or `new-sms` for the one that the user is about to create.",
		),
	}),
	response: TemplateDraft,
} as const;
const path = "/templates/:id/draft";
const writeProblems = ["forbidden", "changed_meanwhile", "template_of_system", "whole_institution_needed"] as const;

export const getTemplateDraft = defineEndpoint({
	...ofDraft,
	...({ method: "GET", path } as const),
	summary: "The texts of a template that are not published yet, or those of the template.",
	problems: ["forbidden"],
});

export const saveTemplateDraft = defineEndpoint({
	...ofDraft,
	...({ method: "PUT", path } as const),
	summary: "Keep texts as they are typed, valid or not. What is sent to applicants stays as it is.",
	body: v.strictObject({
		name: typed("name", "The name of the template."),
		subject: typed("subject", "The subject of an email; empty for other types."),
		content: typed(
			"content",
			"The text: HTML, from which anything that could run or track is removed; for an SMS plain text.",
		),
		version: SeenVersion,
		pageKey: described(
			v.optional(Id),
			"A random key of the page that saves. Its own last change is never somebody else's, whatever version it has seen.",
		),
	}),
	problems: writeProblems,
});

export const stepTemplateDraft = defineEndpoint({
	...ofDraft,
	...({ method: "POST", path: `${path}/step` } as const),
	summary: "Undo the last change of a draft, redo it, or bring back the draft that was discarded last (undo).",
	body: v.strictObject({
		to: described(v.picklist(["undo", "redo"], "This must be undo or redo."), "Which way."),
		version: SeenVersion,
	}),
	problems: [...writeProblems, "template_draft_missing"],
	idempotent: true,
});

export const dropTemplateDraft = defineEndpoint({
	...ofDraft,
	...({ method: "DELETE", path } as const),
	summary:
		"Discard a draft: what is edited next are the texts of the template. A step of undo brings it back until then.",
	query: v.strictObject({ version: SeenVersionInQuery }),
	problems: writeProblems,
});
