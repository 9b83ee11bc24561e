import { type ActionFunctionArgs, json, redirect } from "@remix-run/cloudflare";
import { httpStatus, problemResponse } from "#app/api/problem-response";
import { htmlOfTyped, readableSource } from "#app/format/typed-html";
import {
	type EmailErrors,
	readEmail,
	recipientsOf,
	type TypedEmail,
	warningsOf,
	wrongEmail,
	wrongRecipients,
} from "#app/routes/emails/email-form";
import { sentToast } from "#app/routes/emails/sent-toast";
import { readSignedInAnswers } from "#app/session/read-answers.server";
import { fromSearch, type Matching, matchingOf } from "#worker/contract/applicant-filter";
import type { EndpointResponse } from "#worker/contract/endpoint";
import { type Problem, problem } from "#worker/contract/problems";
import { commentMissing, mayHaveEmptyFields } from "#worker/contract/text/merge-text";
import { messageTooLong, previewEmail, sendEmail } from "#worker/services/emails/sending.contract";
import { getTemplate } from "#worker/services/templates/contract";

type Api = ActionFunctionArgs["context"]["api"];

export type EmailPreview = EndpointResponse<typeof previewEmail>;

/** The response of the dialog while the mail is not sent. */
export interface EmailAnswer {
	typed: Omit<TypedEmail, "files">;
	errors: EmailErrors;
	preview: EmailPreview | null;
	/** A new id whenever a template has replaced the typed texts. */
	filled: string | null;
	/** The names of the attached files, which a newly rendered page has lost. */
	files: string[];
}

/** Fills in a template, previews the mail or sends it; errors return the typed values (§5 Send email). */
export const answerEmail = async ({ request, params, context }: ActionFunctionArgs, backTo: string) => {
	const { form, refused } = await readSignedInAnswers(request, context);
	const email = readEmail(form);
	if (refused.size > 0) return refuseLeftOut(email, refused);
	const matching = matchingOf(fromSearch(new URL(request.url).searchParams), email.applicationId);
	switch (email.intent) {
		case "template":
			return fillIn(context.api, email);
		case "preview":
			return preview(context.api, email, matching);
		case "write":
			return json(answer(email));
		case "send": {
			const sent = await send(context.api, email, matching);
			if (!("mailingId" in sent)) return sent;
			context.session.flash(sentToast(sent, params.orgName));
			return redirect(backTo);
		}
		default:
			throw problemResponse(problem("malformed"));
	}
};

const answer = ({ files, ...typed }: TypedEmail, more: Partial<EmailAnswer> = {}): EmailAnswer => ({
	typed,
	errors: {},
	preview: null,
	filled: null,
	files: files.map(({ name }) => name),
	...more,
});

const refuse = (email: TypedEmail, errors: EmailErrors, status = 422) => json(answer(email, { errors }), { status });

/** Responds when fields were too long to be read: names them, and returns all others. */
const refuseLeftOut = (email: TypedEmail, refused: ReadonlyMap<string, string>) => {
	const errors = [...refused].map(([name, why]) => [name, [name === "message" ? messageLeftOut : why]]);
	return refuse(email, Object.fromEntries(errors), 413);
};

/** why so long: a newly rendered page has lost the text, and an empty field would not explain it. */
const messageLeftOut = `${messageTooLong} Yours was too long to come back with this page: paste a shorter one.`;

/** Puts the problem's errors beside the dialog's fields, or else above the form. */
const refuseWith = (email: TypedEmail, { error, fields = {}, ...about }: Problem) => {
	const beside = Object.entries(fields).filter(([name]) => shownBeside.has(name));
	const errors = beside.length > 0 ? Object.fromEntries(beside) : { "": [error] };
	return refuse(email, errors, httpStatus({ error, ...about }));
};

const shownBeside: ReadonlySet<string> = new Set(["subject", "message", "attachments"]);

const fillIn = async (api: Api, email: TypedEmail) => {
	if (email.template === "") return refuse(email, { template: ["Choose a template"] });
	const template = await api.call(getTemplate, { params: { id: email.template } });
	if (!template.ok) return refuse(email, { template: [template.problem.error] }, httpStatus(template.problem));
	const { id, subject, content } = template.value;
	const filled = { ...email, subject: subject ?? "", message: readableSource(content), templateId: id };
	const { subject: ofSubject, message } = filled;
	const missing = { subject: commentMissing("subject", ofSubject), message: commentMissing("message", message) };
	const errors = Object.fromEntries(
		Object.entries(missing).flatMap(([name, error]) => (error === undefined ? [] : [[name, [error]]])),
	);
	return json(answer(filled, { filled: crypto.randomUUID(), errors }));
};

const preview = async (api: Api, email: TypedEmail, matching: Matching) => {
	const wrong = wrongRecipients(email);
	if (Object.keys(wrong).length > 0) return refuse(email, wrong);
	const previewed = await askPreview(api, email, matching);
	return previewed.ok ? json(answer(email, { preview: previewed.value })) : refuseWith(email, previewed.problem);
};

const askPreview = (api: Api, email: TypedEmail, matching: Matching) => {
	const { subject, message, withLetter, shownFor, keyword, peoplePage } = email;
	const asked = { withLetter, shownFor: shownFor || null, keyword, page: peoplePage };
	const body = { ...recipientsOf(email, matching), subject, message: htmlOfTyped(message), ...asked };
	return api.call(previewEmail, { body });
};

/** Returns the preview with a warning when fields are empty that no preview has warned of. */
const warnFirst = async (api: Api, email: TypedEmail, matching: Matching) => {
	if (!email.withLetter && !mayHaveEmptyFields([email.subject, email.message])) return undefined;
	const previewed = await askPreview(api, email, matching);
	if (!previewed.ok) return refuseWith(email, previewed.problem);
	if (warningsOf(previewed.value) === email.warned) return undefined;
	const error = previewed.value.letters?.missing ? lookAtLetters : lookFirst;
	return json(answer(email, { preview: previewed.value, errors: { "": [error] } }), { status: 422 });
};

/** The error when fields are empty that were not shown: nobody is sent '--/--' by surprise. */
const lookFirst = "Some merge fields are empty. Look at the preview, then send.";

const lookAtLetters = "Some applicants have no offer letter. Look at the preview, then send.";

/** Returns the response to the sent mail, or the refusal. */
const send = async (api: Api, email: TypedEmail, matching: Matching) => {
	const wrong = wrongEmail(email);
	if (Object.keys(wrong).length > 0) return refuse(email, wrong);
	const warning = await warnFirst(api, email, matching);
	if (warning) return warning;
	const data = {
		...recipientsOf(email, matching),
		subject: email.subject,
		message: htmlOfTyped(email.message),
		templateId: email.templateId || null,
		withLetter: email.withLetter,
		expectedRecipients: email.count ?? undefined,
	};
	const files = email.files.map((file) => ({ part: "attachments", file }));
	const { idempotencyKey } = email;
	const sent = await api.call(sendEmail, { body: { data, files } }, { idempotencyKey });
	return sent.ok ? sent.value : refuseWith(email, sent.problem);
};
