import { type ActionFunctionArgs, json, redirect, type TypedResponse } from "@remix-run/cloudflare";
import type { ApiClient } from "#app/api/client";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { quiet } from "#app/api/unanswered";
import { readMeanwhile } from "#app/records/meanwhile";
import { answer, errorsOf, type TemplateAnswer, type TemplateForm } from "#app/routes/templates/template-answer.server";
import { requireAccess } from "#app/session/require-user.server";
import type { Problem } from "#worker/contract/problems";
import { textOfHtml } from "#worker/contract/text/read-rich-text.server";
import { createTemplate, updateTemplate } from "#worker/services/templates/contract";
import {
	dropTemplateDraft,
	saveTemplateDraft,
	stepTemplateDraft,
	TemplateDraft,
} from "#worker/services/templates/drafts.contract";

export const draftIntents = ["autosave", "draft", "undo", "redo", "discard"] as const;
export type DraftIntent = (typeof draftIntents)[number];

/** Keeps what is typed as the draft, if that is still the one that was seen. */
export const keepTyped = ({ call }: Pick<ApiClient, "call">, form: TemplateForm) => {
	const { draftId, draftVersion, typed, texts, pageKey } = form;
	const { name, subject } = typed;
	const body = { name, subject, content: texts.content, version: draftVersion, ...(pageKey && { pageKey }) };
	return call(saveTemplateDraft, { params: { id: draftId }, body });
};

/** Says why a draft was not kept, with what somebody else has made of it. */
export const refuseDraft = (form: TemplateForm, problem: Problem): TypedResponse<TemplateAnswer> => {
	if (problem.status === 404) orThrow({ ok: false, problem });
	const current = readMeanwhile(problem, TemplateDraft)?.current;
	const plain = (content: string) => (form.type === "sms" ? content : textOfHtml(content));
	const draftMeanwhile = current ? { ...current, content: plain(current.content) } : null;
	const errors = draftMeanwhile ? {} : errorsOf(problem);
	return json(answer(form, { errors, draftMeanwhile }), { status: httpStatus(problem) });
};

/** Keeps what is typed, goes a step back or forth in the changes of the draft, or discards it. */
export const answerDraft = async (
	args: ActionFunctionArgs,
	form: TemplateForm,
	intent: DraftIntent,
): Promise<TypedResponse<TemplateAnswer>> => {
	const { api, session } = await requireAccess(args, form.isNew ? createTemplate : updateTemplate);
	const { page } = form;
	const params = { id: form.draftId };
	// why also before it is undone or discarded: whether somebody else has changed it is found out by that.
	const kept = await keepTyped(api, form);
	if (!kept.ok) return refuseDraft(form, kept.problem);
	const { version } = kept.value;
	if (intent === "autosave") return json({ ...answer(form, { draft: kept.value }), ...quiet });
	if (intent === "draft") return redirect(`${page}&draft=${version}`);
	if (intent === "discard") {
		const dropped = await api.call(dropTemplateDraft, { params, query: { version: String(version) } });
		if (!dropped.ok) return refuseDraft(form, dropped.problem);
		session.flash({ kind: "success", message: "The draft was discarded" });
		return redirect(`${page}&discarded=${version}`);
	}
	const stepped = await api.call(stepTemplateDraft, { params, body: { to: intent, version } });
	if (!stepped.ok) return refuseDraft(form, stepped.problem);
	session.flash({
		kind: "success",
		message: intent === "undo" ? "The last change was undone" : "The change was made again",
	});
	return redirect(`${page}&draft=${stepped.value.version}`);
};
