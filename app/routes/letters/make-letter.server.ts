import { parseWithValibot } from "@conform-to/valibot";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import * as v from "valibot";
import type { ApiClient } from "#app/api/client";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { readProblem } from "#app/api/read-problem";
import { readActiveTemplates } from "#app/list/active-templates.server";
import { answerUnreviewed } from "#app/list/bulk/reviewed";
import { idempotencyKey } from "#app/list/idempotency-key";
import { readSheetSearch } from "#app/list/list-address";
import { mergedMeanwhile } from "#app/list/sheet/merged-meanwhile.server";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { fieldText } from "#app/ui/form/field-text";
import type { Applicant } from "#worker/services/applicants/contract";
import { getApplication } from "#worker/services/applications/contract";
import { LetterRequest, listLetters, makeLetter, previewLetter } from "#worker/services/letters/contract";
import { getWorkflow } from "#worker/services/workflows/contract";

/** The dialog's form: the service's input as a form sends it. */
const MakeLetterForm = v.object({
	templateId: LetterRequest.entries.templateId,
	idempotencyKey,
});

/** Loads the active document templates, and checks that the chosen one makes a letter. */
export const loadLetterTemplates = async (args: LoaderFunctionArgs) => json(await readLetterTemplates(args));

interface Begun {
	/** The name of the template to begin with, instead of that of the applicant's stage. */
	preferred?: string | undefined;
	/** The id of the template that a form was sent with, instead of the address's. */
	sent?: string;
}

export const readLetterTemplates = async (args: LoaderFunctionArgs, { preferred, sent }: Begun = {}) => {
	const { orgName, api } = await requireAccess(args, previewLetter);
	const params = { id: args.params.applicantId ?? "" };
	const asked = sent ?? new URL(args.request.url).searchParams.get("template");
	const [found, listed] = await Promise.all([args.context.applicant(params.id), readActiveTemplates(api, "document")]);
	const applicant = orThrow(found);
	const templates = orThrow(listed);
	const [ofStage, current] = await Promise.all([
		templateOfStage(api, applicant),
		applicant.letter === null ? null : api.call(listLetters, { params }),
	]);
	const first = templates.find(({ name }) => name === preferred) ?? templates.find(({ id }) => id === ofStage?.id);
	const templateId = asked ?? first?.id ?? "";
	const drawn = templateId === "" ? null : await api.send(previewLetter, { params, query: { templateId } });
	return {
		applicant,
		templates,
		templateId,
		error: drawn && (await errorOf(drawn)),
		// why not the stage's own: that it is meant needs no word.
		ofStage: templateId === ofStage?.id ? null : (ofStage?.name ?? null),
		// why not the newest: it may have been withdrawn, when two records were merged.
		replaced: current?.ok ? (current.value.data.find(({ state }) => state === "in_force")?.templateName ?? null) : null,
		preview: `/${orgName}/applicants/${params.id}/letter-preview?template=${encodeURIComponent(templateId)}`,
		idempotencyKey: crypto.randomUUID(),
	};
};

/** Returns the letter's template of the applicant's stage: what is most likely wanted, and never another stage's. */
const templateOfStage = async (api: ApiClient, { applicationId, stageId }: Applicant) => {
	const application = orThrow(await api.call(getApplication, { params: { id: applicationId } }));
	const { steps } = orThrow(await api.call(getWorkflow, { params: { id: application.workflow.id } }));
	return steps.find(({ id }) => id === stageId)?.pdfTemplate ?? null;
};

const errorOf = async (drawn: Response | { error: string }): Promise<string | null> => {
	if (!(drawn instanceof Response)) return drawn.error;
	if (!drawn.ok) return (await readProblem(drawn)).error;
	await drawn.body?.cancel();
	return null;
};

/** Returns the letter of the template that a form was sent with, where its page had shown another one; null where it had not. */
export const reviewLetter = async (args: ActionFunctionArgs, form: FormData) => {
	const sent = fieldText(form.get("template"));
	return sent === "" ? null : readLetterTemplates(args, { sent });
};

export const shownTemplate = { shown: "templateId", chosen: "template" };

/** Makes the letter, or responds with the error of the template. */
export const makeOfferLetter = async (args: ActionFunctionArgs) => {
	const { orgName, api, session } = await requireAccess(args, makeLetter);
	const form = await readSignedInForm(args.request, args.context);
	const submission = parseWithValibot(form, { schema: MakeLetterForm });
	const stay = async (error: string | null, status: number) =>
		json({ error, reviewed: await reviewLetter(args, form) }, { status });
	if (submission.status !== "success" || form.get("template") === "") return stay("Choose a template", 422);
	const unreviewed = answerUnreviewed(form, shownTemplate);
	if (unreviewed) return stay(unreviewed.error, unreviewed.status);
	const { templateId, idempotencyKey } = submission.value;
	const params = { id: args.params.applicantId ?? "" };
	const made = await api.call(makeLetter, { params, body: { templateId } }, { idempotencyKey });
	if (!made.ok) {
		const merged = made.problem.status === 404 ? await mergedMeanwhile(args.context, params.id) : null;
		if (merged !== null) return stay(merged, 409);
		if (made.problem.status === 404) orThrow(made);
		return stay(made.problem.error, httpStatus(made.problem));
	}
	session.flash({ kind: "success", message: `${made.value.templateName} was made` });
	const search = readSheetSearch(new URL(args.request.url).searchParams);
	return redirect(`/${orgName}/applicants/${params.id}/letter/${made.value.id}${search}`);
};
