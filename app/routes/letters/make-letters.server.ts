import { parseWithValibot } from "@conform-to/valibot";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { formatCount } from "#app/format/numbers";
import { BatchLettersForm } from "#app/list/bulk/assignment-form";
import { lettersSentence } from "#app/list/bulk/batch-sentences";
import { choiceOf } from "#app/list/bulk/batch-target";
import type { DetailPreview } from "#app/list/bulk/bulk.server";
import { wrongCount } from "#app/list/bulk/confirm-count";
import { askedOfBatch } from "#app/list/bulk/read-batch-address.server";
import { firstError } from "#app/list/first-error";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import type { Result } from "#worker/contract/result";
import { makeLetters, previewLetters } from "#worker/services/letters/contract";
import { listTemplates } from "#worker/services/templates/contract";

/** The chosen applicants, the document templates in use, and to how many a letter would be made. */
export const loadLettersPreview = async (args: LoaderFunctionArgs) => {
	await requireAccess(args, previewLetters);
	const { api } = args.context;
	const { chosen, isAnybodyChosen, choice, to } = askedOfBatch(args.request);
	const [templates, counted] = await Promise.all([
		api.call(listTemplates, { query: { type: "document", size: "100" } }),
		to && isAnybodyChosen ? api.call(previewLetters, { body: { ...choice, templateId: to } }) : null,
	]);
	const preview: Result<DetailPreview> | null = counted?.ok
		? {
				ok: true,
				value: {
					...{ name: counted.value.templateName, sentence: lettersSentence(counted.value), asOf: Date.now() },
					...{ changes: counted.value.letters, total: counted.value.total, rows: counted.value.rows },
				},
			}
		: counted;
	const active = orThrow(templates).data.filter((template) => template.active);
	return json({ chosen, to, templates: active, preview, idempotencyKey: crypto.randomUUID() });
};

/** Begins to make them, and leads to what becomes of each. */
export const makeOfferLetters = async (args: ActionFunctionArgs) => {
	const { orgName } = await requireAccess(args, makeLetters);
	const form = await readSignedInForm(args.request, args.context);
	const submission = parseWithValibot(form, { schema: BatchLettersForm });
	if (submission.status !== "success") return json({ error: firstError(submission), outcome: null }, { status: 422 });
	const { id: ids, all, expected, templateId, count, confirmed = "", idempotencyKey } = submission.value;
	const wrong = wrongCount(count ?? null, confirmed, `${formatCount(count ?? 0, "applicant")} get a letter`);
	if (wrong) return json({ error: wrong, outcome: null }, { status: 422 });
	const choice = choiceOf(new URL(args.request.url).searchParams, { ids, isAll: all === "1" }, expected);
	const begun = await args.context.api.call(makeLetters, { body: { ...choice, templateId } }, { idempotencyKey });
	if (!begun.ok) return json({ error: begun.problem.error, outcome: null }, { status: httpStatus(begun.problem) });
	args.context.session.flash({ kind: "success", message: "Offer letters are being made" });
	return redirect(`/${orgName}/batches/${begun.value.taskId}`);
};
