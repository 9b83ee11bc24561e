import { type ActionFunctionArgs, json, redirect, type TypedResponse } from "@remix-run/cloudflare";
import { httpStatus, orThrow, problemResponse } from "#app/api/problem-response";
import { readMeanwhile } from "#app/records/meanwhile";
import { answerDraft, draftIntents, keepTyped, refuseDraft } from "#app/routes/templates/answer-draft.server";
import { readPreview } from "#app/routes/templates/read-preview.server";
import { pageOf } from "#app/routes/templates/screen";
import {
	answer,
	errorsOf,
	openForm,
	type TemplateAnswer,
	type TemplateForm,
} from "#app/routes/templates/template-answer.server";
import { requireAccess } from "#app/session/require-user.server";
import { problem } from "#worker/contract/problems";
import { createTemplate, setTemplate, Template, updateTemplate } from "#worker/services/templates/contract";
import { TemplateDraft } from "#worker/services/templates/drafts.contract";
import { previewTemplate, sendTestOfTemplate } from "#worker/services/templates/previews.contract";

/** Saves a template, shows it as applicants get it, sends a test, or switches it on and off, by the button that was pressed. */
export const answerTemplate = async (args: ActionFunctionArgs): Promise<TypedResponse<TemplateAnswer>> => {
	const form = await openForm(args);
	const ofDraft = draftIntents.find((intent) => intent === form.intent);
	if (ofDraft) return answerDraft(args, form, ofDraft);
	switch (form.intent) {
		case "save":
			return save(args, form);
		case "preview":
		case "find":
		case "test":
			return show(args, form);
		case "edit":
			args.context.session.setTemplateMode("edit");
			return json(answer(form));
		case "activate":
		case "deactivate":
			return setActive(args, form);
		default:
			throw problemResponse(problem("malformed"));
	}
};

const save = async (args: ActionFunctionArgs, form: TemplateForm) => {
	const { id, isNew } = form;
	const { api, session, orgName } = await requireAccess(args, isNew ? createTemplate : updateTemplate);
	const { version, idempotencyKey, active, texts, typed } = form;
	// why first: what cannot be published is kept as a draft all the same, and a colleague's draft is not written over.
	const kept = await keepTyped(api, form);
	const theirs = kept.ok ? null : readMeanwhile(kept.problem, TemplateDraft)?.current;
	// why only of a draft: what was saved meanwhile is found by saving.
	if (!kept.ok && theirs?.isStarted) return refuseDraft(form, kept.problem);
	const draft = kept.ok ? kept.value : null;
	const body = { ...texts, name: typed.name, active, draftVersion: draft?.version };
	const saved = isNew
		? await api.call(createTemplate, { body }, { ...(idempotencyKey && { idempotencyKey }) })
		: await api.call(updateTemplate, { params: { id }, body: { ...body, version } });
	if (!saved.ok) {
		if (saved.problem.status === 404) orThrow(saved);
		const meanwhile = readMeanwhile(saved.problem, Template);
		const errors = meanwhile ? {} : errorsOf(saved.problem);
		return json(answer(form, { errors, meanwhile, draft }), { status: httpStatus(saved.problem) });
	}
	session.setTemplateMode("edit");
	session.flash({ kind: "success", message: `“${saved.value.name}” was ${isNew ? "created" : "saved"}` });
	// why the version: the form begins anew with the text as it was stored.
	return redirect(`${pageOf(`/${orgName}`, saved.value.id)}&saved=${saved.value.version}`);
};

const show = async (args: ActionFunctionArgs, form: TemplateForm) => {
	const { api, session, user } = await requireAccess(args, previewTemplate);
	session.setTemplateMode("preview");
	const { texts, templateId, find, intent } = form;
	const draft = { ...texts, templateId };
	const candidateId = intent === "find" ? "" : form.candidateId;
	const preview = await readPreview(api, user, draft, { find, candidateId });
	if (preview.error !== null) {
		session.setTemplateMode("edit");
		const errors = errorsOf({ code: "invalid", status: 422, error: preview.error, fields: preview.fields });
		return json(answer(form, { errors }), { status: 422 });
	}
	if (intent !== "test") return json(answer(form, { preview }));
	const body = { ...draft, candidateId: preview.shown?.candidate?.id ?? null, to: form.testTo || null };
	const { idempotencyKey } = form;
	const sent = await api.call(sendTestOfTemplate, { body }, { ...(idempotencyKey && { idempotencyKey }) });
	if (sent.ok) return json(answer(form, { preview, sentTo: sent.value.to }));
	const { to } = sent.problem.fields ?? {};
	const errors: Record<string, string[]> = to ? { testTo: to } : { "": [sent.problem.error] };
	return json(answer(form, { preview, errors }), { status: httpStatus(sent.problem) });
};

const setActive = async (args: ActionFunctionArgs, form: TemplateForm) => {
	const { api, session, orgName } = await requireAccess(args, setTemplate);
	const { id } = form;
	const active = form.intent === "activate";
	const saved = await api.call(setTemplate, { params: { id }, body: { active, version: form.version } });
	if (!saved.ok) {
		if (saved.problem.status === 404) orThrow(saved);
		const isStale = saved.problem.code === "changed_meanwhile";
		const error = isStale ? "Somebody else has changed the template. Reload the page." : saved.problem.error;
		return json(answer(form, { errors: { "": [error] } }), { status: httpStatus(saved.problem) });
	}
	session.flash({ kind: "success", message: `“${saved.value.name}” is ${active ? "active" : "inactive"} now` });
	return redirect(`${pageOf(`/${orgName}`, id)}&saved=${saved.value.version}`);
};
