import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import * as v from "valibot";
import { htmlOfTyped } from "#app/format/typed-html";
import { idempotencyKeyIn } from "#app/list/idempotency-key";
import { type Meanwhile, seenVersion } from "#app/records/meanwhile";
import { idIn } from "#app/routes/templates/of-address.server";
import { type Previewed, pagesOf } from "#app/routes/templates/read-preview.server";
import { kindOf, newPageOf, pageOf } from "#app/routes/templates/screen";
import { readSignedInForm } from "#app/session/read-form.server";
import { fieldText } from "#app/ui/form/field-text";
import type { Problem } from "#worker/contract/problems";
import type { Template } from "#worker/services/templates/contract";
import { idOfNew, type TemplateDraft } from "#worker/services/templates/drafts.contract";

export interface TypedTemplate {
	name: string;
	subject: string;
	content: string;
}

/** The answer of the page while nothing is saved, or when something else than to save was asked for. */
export interface TemplateAnswer {
	typed: TypedTemplate;
	/** The phone number that a test was asked to go to. */
	testTo: string;
	errors: Record<string, string[]>;
	meanwhile: Meanwhile<Template> | null;
	/** The draft as it was kept; null where it was not. */
	draft: TemplateDraft | null;
	/** The draft as somebody else has changed it, so that it was not kept; its text without formatting. */
	draftMeanwhile: TemplateDraft | null;
	preview: Previewed | null;
	/** The address that a test was sent to. */
	sentTo: string | null;
}

export type TemplateForm = Awaited<ReturnType<typeof openForm>>;

/** Reads what was posted from the page of a template, whichever button was pressed. */
export const openForm = async (args: ActionFunctionArgs) => {
	const form = await readSignedInForm(args.request, args.context);
	const text = (name: string) => fieldText(form.get(name));
	const { type } = kindOf(text("type"));
	const typed: TypedTemplate = { name: text("name"), subject: text("subject"), content: text("content") };
	const content = type === "sms" ? typed.content : htmlOfTyped(typed.content);
	const id = idIn(args.request);
	const isNew = id === "new";
	const version = (name: string) => {
		const read = v.safeParse(seenVersion, text(name) || undefined);
		return read.success ? read.output : undefined;
	};
	return {
		id,
		isNew,
		intent: text("intent"),
		typed,
		type,
		active: text("active") !== "no",
		candidateId: text("candidateId"),
		find: text("find"),
		testTo: text("testTo"),
		texts: { type, subject: type === "email" ? typed.subject : null, content },
		templateId: pagesOf(type, id),
		version: version("version"),
		draftVersion: version("draftVersion"),
		pageKey: text("pageKey"),
		draftId: isNew ? idOfNew(type) : id,
		page: isNew ? newPageOf(`/${args.params.orgName}`, type) : pageOf(`/${args.params.orgName}`, id),
		idempotencyKey: idempotencyKeyIn(form),
	};
};

export const answer = ({ typed, testTo }: TemplateForm, more: Partial<TemplateAnswer> = {}): TemplateAnswer => ({
	typed,
	testTo,
	errors: {},
	meanwhile: null,
	draft: null,
	draftMeanwhile: null,
	preview: null,
	sentTo: null,
	...more,
});

const besideFields = ["name", "subject", "content"];

/** Puts the errors of a problem beside the fields, or above the form. */
export const errorsOf = ({ error, fields = {} }: Problem): Record<string, string[]> => {
	const beside = Object.entries(fields).filter(([name]) => besideFields.includes(name));
	return beside.length > 0 ? Object.fromEntries(beside) : { "": [error] };
};
