import { parseWithValibot } from "@conform-to/valibot";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { formatCount } from "#app/format/numbers";
import { choiceOf } from "#app/list/bulk/batch-target";
import { wrongCount } from "#app/list/bulk/confirm-count";
import { askedOfBatch } from "#app/list/bulk/read-batch-address.server";
import { firstError } from "#app/list/first-error";
import { listSearch, readListAddress } from "#app/list/list-address";
import { PrintFormsForm } from "#app/routes/printing/print-forms-form";
import { watchDownload } from "#app/session/downloads.server";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { previewSelection } from "#worker/services/applicants/selection.contract";
import { printForms } from "#worker/services/printing/contract";

/** The chosen applicants, and how many of their forms would be drawn. */
export const loadChosen = async (args: LoaderFunctionArgs) => {
	await requireAccess(args, printForms);
	const { chosen, isAnybodyChosen, choice: body } = askedOfBatch(args.request);
	const preview = isAnybodyChosen ? orThrow(await args.context.api.call(previewSelection, { body })) : null;
	return json({ chosen, preview, idempotencyKey: crypto.randomUUID() });
};

/** Has the forms drawn in the background; the page of the download shows how far, the bell tells when they are ready. */
export const beginPrinting = async (args: ActionFunctionArgs) => {
	const { orgName } = await requireAccess(args, printForms);
	const { api, session } = args.context;
	const form = await readSignedInForm(args.request, args.context);
	const submission = parseWithValibot(form, { schema: PrintFormsForm });
	if (submission.status !== "success") return json({ error: firstError(submission) }, { status: 422 });
	const { id: ids, all, expected, count, confirmed = "", as, idempotencyKey } = submission.value;
	const wrong = wrongCount(count ?? null, confirmed, `${formatCount(count ?? 0, "form is", "forms are")} drawn`);
	if (wrong) return json({ error: wrong }, { status: 422 });
	const { searchParams } = new URL(args.request.url);
	const choice = choiceOf(searchParams, { ids, isAll: all === "1" }, expected);
	const started = await api.call(printForms, { body: { ...choice, as } }, { idempotencyKey });
	if (!started.ok) {
		const { fields, error } = started.problem;
		const first = Object.values(fields ?? {}).flat()[0];
		return json({ error: first ?? error }, { status: httpStatus(started.problem) });
	}
	const { taskId, forms } = started.value;
	session.flash({
		kind: "success",
		message: `${formatCount(forms, "form is", "forms are")} being drawn. The bell tells when they are ready.`,
	});
	// why the list's address: the page of the download leads back to the same rows.
	const search = listSearch(readListAddress(searchParams));
	const headers = { "set-cookie": watchDownload({ request: args.request, orgName }, taskId) };
	return redirect(`/${orgName}/downloads/${taskId}${search}`, { headers });
};
