import { type ActionFunctionArgs, json, redirect } from "@remix-run/cloudflare";
import type { ApiClient } from "#app/api/client";
import { httpStatus, problemResponse } from "#app/api/problem-response";
import { type EmailErrors, recipientsOf } from "#app/routes/emails/email-form";
import { sentToast } from "#app/routes/emails/sent-toast";
import { readSms, type TypedSms, warningsOf, wrongSms } from "#app/routes/emails/sms/sms-form";
import { readSignedInAnswers } from "#app/session/read-answers.server";
import { fromSearch, type Matching, matchingOf } from "#worker/contract/applicant-filter";
import type { EndpointResponse } from "#worker/contract/endpoint";
import { type Problem, problem } from "#worker/contract/problems";
import { commentMissing } from "#worker/contract/text/merge-text";
import { previewSms, sendSms } from "#worker/services/emails/sms.contract";
import { getTemplate } from "#worker/services/templates/contract";

export type SmsPreview = EndpointResponse<typeof previewSms>;

/** The response of the dialog while the SMS is not sent. */
export interface SmsAnswer {
	typed: TypedSms;
	errors: EmailErrors;
	preview: SmsPreview | null;
	/** A new id whenever a template has replaced the typed text. */
	filled: string | null;
}

/** Fills in a template, previews the SMS or sends it; errors return the typed values. */
export const answerSms = async ({ request, params, context }: ActionFunctionArgs, backTo: string) => {
	const { api, session } = context;
	const { form, refused } = await readSignedInAnswers(request, context);
	const sms = readSms(form);
	if (refused.size > 0) return refuse(sms, Object.fromEntries([...refused].map(([name, why]) => [name, [why]])), 413);
	const matching = matchingOf(fromSearch(new URL(request.url).searchParams), sms.applicationId);
	switch (sms.intent) {
		case "template":
			return fillIn(api, sms);
		case "preview":
			return preview(api, sms, matching);
		case "send": {
			const sent = await send(api, sms, matching);
			if (!("mailingId" in sent)) return sent;
			session.flash(sentToast(sent, params.orgName, "sms"));
			return redirect(backTo);
		}
		default:
			throw problemResponse(problem("malformed"));
	}
};

const answer = (typed: TypedSms, more: Partial<SmsAnswer> = {}): SmsAnswer => ({
	typed,
	errors: {},
	preview: null,
	filled: null,
	...more,
});

const refuse = (sms: TypedSms, errors: EmailErrors, status = 422) => json(answer(sms, { errors }), { status });

/** Puts the problem's errors beside the text, or else above the form. */
const refuseWith = (sms: TypedSms, { error, fields = {}, ...about }: Problem) => {
	const { message } = fields;
	return refuse(sms, message ? { message } : { "": [error] }, httpStatus({ error, ...about }));
};

const fillIn = async (api: ApiClient, sms: TypedSms) => {
	if (sms.template === "") return refuse(sms, { template: ["Choose a template"] });
	const template = await api.call(getTemplate, { params: { id: sms.template } });
	if (!template.ok) return refuse(sms, { template: [template.problem.error] }, httpStatus(template.problem));
	const { id, content } = template.value;
	const missing = commentMissing("text", content);
	const errors: EmailErrors = missing === undefined ? {} : { message: [missing] };
	const filled = { ...sms, message: content, templateId: id };
	return json(answer(filled, { filled: crypto.randomUUID(), errors }));
};

const ask = (api: ApiClient, sms: TypedSms, matching: Matching) =>
	api.call(previewSms, { body: { ...recipientsOf(sms, matching), message: sms.message } });

const preview = async (api: ApiClient, sms: TypedSms, matching: Matching) => {
	const { confirmed: _, ...wrong } = wrongSms(sms);
	if (Object.keys(wrong).length > 0) return refuse(sms, wrong);
	const previewed = await ask(api, sms, matching);
	return previewed.ok ? json(answer(sms, { preview: previewed.value })) : refuseWith(sms, previewed.problem);
};

/** The error when a warning was not shown yet: nobody is left out, or sent '--/--', by surprise. */
const lookFirst = "Look at the preview and its warnings, then send.";

/** Returns the response to the sent SMS, or the refusal. */
const send = async (api: ApiClient, sms: TypedSms, matching: Matching) => {
	const wrong = wrongSms(sms);
	if (Object.keys(wrong).length > 0) return refuse(sms, wrong);
	const previewed = await ask(api, sms, matching);
	if (!previewed.ok) return refuseWith(sms, previewed.problem);
	const { recipients, unreachable } = previewed.value;
	if (recipients > 0 && unreachable.missing === recipients)
		return json(answer(sms, { preview: previewed.value, errors: { "": [nobodyReached] } }), { status: 422 });
	if (warningsOf(previewed.value) !== sms.warned)
		return json(answer(sms, { preview: previewed.value, errors: { "": [lookFirst] } }), { status: 422 });
	const body = {
		...recipientsOf(sms, matching),
		message: sms.message,
		templateId: sms.templateId || null,
		expectedRecipients: sms.count ?? undefined,
	};
	const sent = await api.call(sendSms, { body }, { idempotencyKey: sms.idempotencyKey });
	return sent.ok ? sent.value : refuseWith(sms, sent.problem);
};

const nobodyReached = "No recipient has a phone number that an SMS can reach.";
